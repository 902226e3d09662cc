// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/ways_study.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/analysis/disturbance.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/metrics/registry.h"
#include "engine/record/touched.h"
#include "engine/spec/choices.h"
#include "engine/spec/settings.h"

namespace throughline::whatif {
namespace {

constexpr std::array<const char*, 3> kWays{
    to_say("copy first"), to_say("stream"), to_say("through a cache")};

std::optional<double> figure_of(const record::RunData& run, const std::string& key) {
    const auto found = run.metrics.find(key);
    return found == run.metrics.end() ? std::nullopt : std::optional(found->second.value);
}

std::optional<double> of_epoch(const record::RunData& run, const char* id, std::size_t epoch) {
    return figure_of(run, metrics::labelled(id, "epoch", std::to_string(epoch)));
}

/// Of the epochs from `first` on: the median. None: there is none of them.
std::optional<double> median_epoch_s(const record::RunData& run, std::size_t first) {
    std::vector<double> seconds;
    for (std::size_t epoch = first;; ++epoch) {
        const auto value = of_epoch(run, "epoch_seconds", epoch);
        if (!value) {
            break;
        }
        seconds.push_back(*value);
    }
    if (seconds.empty()) {
        return std::nullopt;
    }
    std::sort(seconds.begin(), seconds.end());
    const std::size_t middle = seconds.size() / 2;
    return seconds.size() % 2 == 1 ? seconds[middle]
                                   : (seconds[middle - 1] + seconds[middle]) / 2.0;
}

std::optional<Way> way_of_run(const record::RunData& run) {
    const std::string kind = spec::text_or_empty(run.started.settings, "cache.kind");
    if (kind == "none" || kind.empty()) {
        return Way::Streamed;
    }
    if (kind != "disk" && kind != "memory") {
        return std::nullopt;
    }
    return spec::text_or_empty(run.started.settings, "cache.fill") == "before" ? Way::Copied
                                                                               : Way::Cached;
}

Error no_ways(const std::string& title) {
    return usage_error(
        say("'%1' does not compare copying first with streaming over whole epochs: "
            "'throughline-engine run --ways' measures that",
            title));
}

/// The first result of each way with all stages: only that is a way of training.
std::array<const record::RunData*, 3> runs_of_ways(const record::Study& study) {
    std::array<const record::RunData*, 3> runs{};
    for (const record::RunData& run : study.runs) {
        if (!spec::is_full(run.started.settings) || !record::is_result(run)) {
            continue;
        }
        if (const auto way = way_of_run(run)) {
            auto& place = runs[static_cast<std::size_t>(*way)];
            place = place == nullptr ? &run : place;
        }
    }
    return runs;
}

WaysStudy::Check check_of(const record::RunData& cached,
                          const model::WaysInputs& in,
                          double measured_s) {
    const double hit = of_epoch(cached, "epoch_hit_share", 2).value_or(0.0) / 100.0;
    return {.measured_s = measured_s,
            .predicted_s = hit * in.local_s + (1.0 - hit) * in.stream_s,
            .hit_ratio = hit};
}

}  // namespace

Result<WaysStudy> ways_in(const record::Study& study) {
    const auto [copied, streamed, cached] = runs_of_ways(study);
    const std::string& title = study.header.title;
    if (copied == nullptr || streamed == nullptr) {
        return no_ways(title);
    }
    const auto stream_s = median_epoch_s(*streamed, 1);
    const auto local_s = median_epoch_s(*copied, 1);
    const auto end_s = of_epoch(*copied, "time_to_epoch_end", 1);
    const auto first_s = of_epoch(*copied, "epoch_seconds", 1);
    const auto bytes = of_epoch(*streamed, "epoch_fetched_bytes", 1);
    const auto stream_first_s = figure_of(*streamed, "time_to_first_batch");
    const auto local_first_s = figure_of(*copied, "time_to_first_batch");
    if (!stream_s || !local_s || !end_s || !first_s || !bytes || *bytes <= 0.0 || !stream_first_s ||
        !local_first_s) {
        return no_ways(title);
    }
    WaysStudy ways{.title = title, .data_bytes = *bytes};
    model::WaysInputs& in = ways.measured;
    in.stream_s = *stream_s;
    in.local_s = *local_s;
    in.copy_s = std::max(0.0, *end_s - *first_s);
    in.fill_s = *stream_s;
    in.stream_first_s = *stream_first_s;
    in.local_first_s = std::max(0.0, *local_first_s - in.copy_s);
    ways.disturbed = analysis::is_disturbed(*copied) || analysis::is_disturbed(*streamed);
    if (cached != nullptr) {
        in.fill_s = of_epoch(*cached, "epoch_seconds", 1).value_or(*stream_s);
        if (const auto later_s = median_epoch_s(*cached, 2)) {
            ways.check = check_of(*cached, in, *later_s);
        }
        ways.disturbed = ways.disturbed || analysis::is_disturbed(*cached);
    }
    return ways;
}

WaysAnswer answer_ways(const WaysStudy& study, const WaysQuestion& question) {
    const double bytes = question.data_bytes.value_or(study.data_bytes);
    const double times = bytes / study.data_bytes;
    WaysAnswer answer{.asked = study.measured};
    model::WaysInputs& in = answer.asked;
    for (double* const seconds : {&in.stream_s, &in.local_s, &in.copy_s, &in.fill_s}) {
        *seconds *= times;
    }
    in.cached = question.cache_bytes.value_or(bytes) / bytes;
    in.policy = question.policy;
    answer.times = model::predict_ways(in);
    for (const double epochs : question.epochs) {
        WaysAt at{.epochs = epochs,
                  .copied_s = answer.times.copied.until_s(epochs),
                  .streamed_s = answer.times.streamed.until_s(epochs),
                  .cached_s = answer.times.cached.until_s(epochs)};
        at.fastest = at.copied_s <= std::min(at.streamed_s, at.cached_s) ? Way::Copied
                     : at.streamed_s <= at.cached_s                      ? Way::Streamed
                                                                         : Way::Cached;
        answer.at.push_back(at);
    }
    if (in.stream_s > in.local_s) {
        answer.copy_pays_from = in.copy_s / (in.stream_s - in.local_s);
    }
    return answer;
}

std::string ways_sentence(const WaysAnswer& answer) {
    std::string text;
    if (!answer.copy_pays_from) {
        text = say("Streaming is as fast as a disk here: a copy never pays.");
    } else {
        text = say("Copying first pays from %1 epochs on, against streaming.",
                   format_significant(*answer.copy_pays_from, 2));
    }
    for (std::size_t i = 0; i < answer.at.size(); ++i) {
        const WaysAt& at = answer.at[i];
        if (i == 0 || at.fastest != answer.at[i - 1].fastest) {
            text += " " + say_count(static_cast<std::uint64_t>(std::llround(at.epochs)),
                                    "For %1 epoch the fastest is: %2.",
                                    "For %1 epochs the fastest is: %2.",
                                    say(kWays[static_cast<std::size_t>(at.fastest)]));
        }
    }
    return text;
}

std::string ways_json(const WaysStudy& study, const WaysAnswer& answer) {
    using nlohmann::json;
    constexpr std::array<const char*, 3> kKeys{"copied", "streamed", "cached"};
    const auto way = [](const model::WayTimes& times) {
        return json{{"time_to_first_batch_s", times.first_batch_s},
                    {"first_epoch_s", times.first_epoch_s},
                    {"later_epoch_s", times.later_epoch_s},
                    {"hit_ratio", times.hit_ratio}};
    };
    json at = json::array();
    for (const WaysAt& one : answer.at) {
        at.push_back({{"epochs", one.epochs},
                      {"copied_s", one.copied_s},
                      {"streamed_s", one.streamed_s},
                      {"cached_s", one.cached_s},
                      {"fastest", kKeys[static_cast<std::size_t>(one.fastest)]}});
    }
    json document{{"study", study.title},
                  {"data_bytes", study.data_bytes},
                  {"disturbed", study.disturbed},
                  {"cached_share", answer.asked.cached},
                  {"copy_s", answer.asked.copy_s},
                  {"ways",
                   {{"copied", way(answer.times.copied)},
                    {"streamed", way(answer.times.streamed)},
                    {"cached", way(answer.times.cached)}}},
                  {"at", std::move(at)}};
    if (answer.copy_pays_from) {
        document["copy_pays_from_epochs"] = *answer.copy_pays_from;
    }
    if (study.check) {
        document["back_test"] = {{"measured_s", study.check->measured_s},
                                 {"predicted_s", study.check->predicted_s},
                                 {"hit_ratio", study.check->hit_ratio}};
    }
    return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace throughline::whatif
