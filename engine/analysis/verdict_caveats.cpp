// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/verdict_caveats.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/analysis/verdict_words.h"
#include "engine/base/format.h"
#include "engine/base/say.h"

namespace throughline::analysis {
namespace {

constexpr double kErrorShareMax = 0.10;
constexpr std::size_t kSamplesMin = 3;
constexpr double kCacheServed = 5.0;

/// How many items the notes of level error stand for.
std::uint64_t error_count(const record::Study& study) {
    std::map<std::string, std::uint64_t> by_code;
    const auto count = [&](const std::vector<record::Note>& notes) {
        for (const auto& note : notes) {
            if (note.level == record::Level::Error) {
                auto& sum = by_code[note.code];
                // The closing line of a code counts all of its notes again.
                sum = note.count > 1 ? std::max(sum, note.count) : sum + 1;
            }
        }
    };
    for (const auto& run : study.runs) {
        count(run.notes);
    }
    count(study.notes);
    std::uint64_t all = 0;
    for (const auto& [code, errors] : by_code) {
        all += errors;
    }
    return all;
}

}  // namespace

std::optional<double> failed_images(const record::RunData& run) {
    const auto summary = run.metrics.find("failed_images");
    if (summary == run.metrics.end()) {
        return std::nullopt;
    }
    return summary->second.value * std::max(1, summary->second.n);
}

std::string failure_text(double images) {
    return say(images == 1.0 ? to_say("%1 image could not be delivered.")
                             : to_say("%1 images could not be delivered."),
               count_text(images));
}

std::string objection(const record::Study& study, const record::RunData& run) {
    const std::string name = std::to_string(run.started.run);
    double measured_s = 0.0;
    std::size_t measured = 0;
    for (const auto& sample : run.samples) {
        if (sample.phase == record::Phase::Measured) {
            measured_s += sample.dt_s;
            ++measured;
        }
    }
    if (run.samples.empty()) {
        return {};  // not loaded, or imported without them
    }
    if (measured < kSamplesMin) {
        return say_count(measured,
                         "run %2 has only %1 measured sample; measure longer",
                         "run %2 has only %1 measured samples; measure longer",
                         name);
    }
    const double images = *metric_of(run, "images_per_second") * measured_s;
    const double failed = failed_images(run).value_or(static_cast<double>(error_count(study)));
    if (failed > kErrorShareMax * images) {
        return say(
            "run %1 had %2 errors for %3 images", name, count_text(failed), count_text(images));
    }
    return {};
}

std::string cache_caveat(const record::RunData& run, Judgement& judgement) {
    const std::string cache = setting_or_empty(run, "page_cache");
    const double budget =
        spec::number_at(run.started.settings, "storage.page_cache_bytes").value_or(0.0);
    const bool cold = cache == "cold" && budget <= 0.0;  // else it begins cold, and fills
    const auto served = judgement.use(run, "cache_served_share");
    if (served && (*served > kCacheServed || cache == "warm")) {
        return budget > 0.0
                   ? say("%1 of the bytes came from the page cache, which was limited to %2.",
                         percent_text(*served),
                         format_quantity(budget, "bytes", ByteUnits::Binary))
                   : say(cold ? to_say("%1 of the bytes came from the page cache, although a cold "
                                       "start was requested.")
                              : to_say("%1 of the bytes came from the page cache."),
                         percent_text(*served));
    }
    return !served && cache == "warm"
               ? say("The page cache was warm; how much came from it is unknown.")
               : std::string();
}

std::string caveats(const record::Study& study, const record::RunData& run, Judgement& judgement) {
    std::string text = cache_caveat(run, judgement);
    text.insert(0, text.empty() ? "" : " ");
    const auto errors = error_count(study);
    judgement.use(run, "failed_images");
    if (const auto failed = failed_images(run).value_or(0.0); failed > 0.0) {
        text += " " + failure_text(failed);
    } else if (errors > 0) {
        text +=
            " " + say(errors == 1 ? to_say("%1 error was noted.") : to_say("%1 errors were noted."),
                      count_text(static_cast<double>(errors)));
    }
    return text;
}

}  // namespace throughline::analysis
