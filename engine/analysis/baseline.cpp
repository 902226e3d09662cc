// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/baseline.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "engine/analysis/disturbance.h"
#include "engine/analysis/verdict_words.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/metrics/registry.h"
#include "engine/record/touched.h"
#include "engine/spec/amounts.h"

namespace throughline::analysis {

namespace {

constexpr const char* kReadBytes = "requested_read_bytes_per_second";
constexpr const char* kReads = "read_requests_per_second";
constexpr const char* kWriteBytes = "requested_write_bytes_per_second";
constexpr const char* kWrites = "write_requests_per_second";

bool is_cell(const record::RunData& run) {
    return spec::stages_of(run.started.settings) == spec::Stages::Storage &&
           !setting_or_empty(run, "pattern").empty();
}

bool is_direct(const record::RunData& run) {
    return setting_or_empty(run, "storage.direct") == "true";
}

bool is_metadata(const record::RunData& run) {
    return setting_or_empty(run, "pattern") == "metadata";
}

/// Where any request went past the page cache only those are looked at, which it would flatter.
const record::RunData* best_of(const record::Study& study, const char* key) {
    const record::RunData* best = nullptr;
    const bool any_direct = std::ranges::any_of(study.runs, &is_direct);
    for (const record::RunData& run : study.runs) {
        const auto value = metric_of(run, key);
        if (!record::is_result(run) || is_metadata(run) || !value ||
            (any_direct && !is_direct(run))) {
            continue;
        }
        if (best == nullptr || *value > *metric_of(*best, key)) {
            best = &run;
        }
    }
    return best;
}

/// The smallest single random read: what one request takes.
const record::RunData* single_read(const record::Study& study) {
    const record::RunData* smallest = nullptr;
    const auto size = [](const record::RunData& run) {
        return setting_number_of(run, "storage.block_bytes").value_or(0.0);
    };
    for (const record::RunData& run : study.runs) {
        const bool single = setting_number_of(run, "storage.queue_depth") == 1.0 &&
                            setting_number_of(run, "storage.threads") == 1.0;
        if (record::is_result(run) && single && is_direct(run) && size(run) > 0.0 &&
            setting_or_empty(run, "pattern") == "randread" && metric_of(run, "read_latency_p50") &&
            (smallest == nullptr || size(run) < size(*smallest))) {
            smallest = &run;
        }
    }
    return smallest;
}

/// "4 MiB, sequential, depth 16, 4 jobs".
std::string asked_text(const record::RunData& run) {
    const auto block = setting_number_of(run, "storage.block_bytes");
    const bool random = setting_or_empty(run, "pattern").starts_with("rand");
    const std::string size =
        block ? spec::bytes_text(static_cast<std::int64_t>(*block)) : say("a mix of sizes");
    const std::string depth = setting_or_empty(run, "storage.queue_depth");
    const auto jobs = setting_number_of(run, "storage.threads");
    if (!jobs || *jobs <= 1.0) {
        return say(random ? to_say("%1, random, depth %2") : to_say("%1, sequential, depth %2"),
                   size,
                   depth);
    }
    return say(random ? to_say("%1, random, depth %2, %3 jobs")
                      : to_say("%1, sequential, depth %2, %3 jobs"),
               size,
               depth,
               format_count(static_cast<std::uint64_t>(*jobs)));
}

/// "2.10 GB/s (4 MiB, sequential, depth 16)"; "" where there is none.
std::string best_text(const record::Study& study, const char* key, Judgement& judgement) {
    const record::RunData* best = best_of(study, key);
    if (best == nullptr) {
        return {};
    }
    const double value = *metric_of(*best, key);
    judgement.evidence.insert_or_assign(key, value);
    return metrics::format_metric(key, value) + " (" + asked_text(*best) + ")";
}

std::string metadata_text(const record::Study& study, Judgement& judgement) {
    for (const record::RunData& run : study.runs) {
        const auto made = metric_of(run, "create_per_second");
        const auto opened = metric_of(run, "open_per_second");
        if (record::is_result(run) && setting_or_empty(run, "format") == "small files" && made &&
            opened) {
            judgement.use(run, "create_per_second");
            judgement.use(run, "open_per_second");
            return say("Of small files %1 are made and %2 opened per second.",
                       count_text(*made),
                       count_text(*opened));
        }
    }
    return {};
}

std::string unsteady_text_of(const record::Study& study) {
    const auto count = std::ranges::count_if(study.runs, [](const record::RunData& run) {
        return std::ranges::any_of(
            run.notes, [](const record::Note& note) { return note.code == "storage.unsteady"; });
    });
    const auto cells = static_cast<std::uint64_t>(std::ranges::count_if(study.runs, &is_cell));
    return count == 0 ? ""
                      : say_count(cells,
                                  "The rate of %2 of %1 run did not become steady.",
                                  "The rate of %2 of %1 runs did not become steady.",
                                  std::to_string(count));
}

/// What the shortest request takes; "" where none was alone.
std::string single_text(const record::Study& study, Judgement& judgement) {
    const record::RunData* single = single_read(study);
    if (single == nullptr) {
        return {};
    }
    const auto seconds = [&](const char* key) {
        const auto value = judgement.use(*single, key);
        return value ? metrics::format_metric(key, *value) : say("an unknown time");
    };
    const std::string size = spec::bytes_text(
        static_cast<std::int64_t>(*setting_number_of(*single, "storage.block_bytes")));
    const std::string median = seconds("read_latency_p50");
    return say("One random read of %1 at a time takes %2 (median), 1 in 100 takes %3 or longer.",
               size,
               median,
               seconds("read_latency_p99"));
}

}  // namespace

bool is_baseline(const record::Study& study) {
    return !study.runs.empty() && std::ranges::all_of(study.runs, &is_cell);
}

Judgement baseline_judgement(const record::Study& study) {
    Judgement judgement{.clean = !is_disturbed(study)};
    const std::string read_bytes = best_text(study, kReadBytes, judgement);
    const std::string reads = best_text(study, kReads, judgement);
    const std::string write_bytes = best_text(study, kWriteBytes, judgement);
    const std::string writes = best_text(study, kWrites, judgement);
    if (judgement.evidence.empty()) {
        const std::string why = unfinished_text(study);
        return {.sentence = say("No verdict: %1.", why), .objection = why};
    }
    judgement.grade = judgement.clean ? record::Grade::Measured : record::Grade::Indicated;
    const auto add = [&sentence = judgement.sentence](const std::string& text) {
        sentence += (sentence.empty() || text.empty() ? "" : " ") + text;
    };
    if (!read_bytes.empty()) {
        add(say("Reads reach %1 and %2.", read_bytes, reads));
    }
    if (!write_bytes.empty()) {
        add(say("Writes reach %1 and %2.", write_bytes, writes));
    }
    add(single_text(study, judgement));
    add(metadata_text(study, judgement));
    add(unsteady_text_of(study));
    if (std::ranges::none_of(study.runs, &is_direct)) {
        add(say("All requests went through the page cache."));
    }
    judgement.sentence += left_out_text(study);
    return judgement;
}

}  // namespace throughline::analysis
