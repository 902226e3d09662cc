// SPDX-License-Identifier: Apache-2.0
// What is answered from a study of the three ways, and in which words.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/whatif/ways_study.h"

namespace throughline::whatif {
namespace {

constexpr double kChanceToldPct = 3.0;  // less hides in what else differs

/// What a way takes after so many epochs, and how much more each further one takes.
struct WayLine {
    Way way = Way::Copied;
    double now_s = 0.0;
    double slope_s = 0.0;
};

std::array<WayLine, kWays.size()> lines_at(const WaysAnswer& answer, double epochs) {
    std::array<WayLine, kWays.size()> lines;
    for (std::size_t i = 0; i < kWays.size(); ++i) {
        const model::WayTimes& times = times_of(answer, kWays[i]);
        lines[i] = {
            .way = kWays[i], .now_s = times.until_s(epochs), .slope_s = times.later_epoch_s};
    }
    return lines;
}

/// The first of those that take as long.
const WayLine& fastest_of(const std::array<WayLine, kWays.size()>& lines) {
    return *std::min_element(lines.begin(), lines.end(), [](const auto& one, const auto& other) {
        return one.now_s < other.now_s;
    });
}

/// The next whole number of epochs at which another way is ahead, from where all epochs are alike;
/// none: there is none.
std::optional<double> next_change(const std::array<WayLine, kWays.size()>& lines, double epochs) {
    const WayLine& ahead = fastest_of(lines);
    std::optional<double> next;
    for (const WayLine& line : lines) {
        if (line.slope_s >= ahead.slope_s) {
            continue;
        }
        const double behind = (line.now_s - ahead.now_s) / (ahead.slope_s - line.slope_s);
        const double at = epochs + std::floor(behind) + 1.0;
        next = std::min(next.value_or(at), at);
    }
    return next;
}

std::vector<FastestFrom> fastest_ways(const WaysAnswer& answer) {
    // Until here epochs differ from each other: a cache that is full is not yet steady.
    double epochs = static_cast<double>(answer.times.cached.epochs_s.size()) + 1.0;
    std::vector<FastestFrom> ways;
    const auto add = [&ways](double from, Way way) {
        if (ways.empty() || ways.back().way != way) {
            ways.push_back({.epochs = from, .way = way});
        }
    };
    for (double one = 1.0; one <= epochs; one += 1.0) {
        add(one, fastest_of(lines_at(answer, one)).way);
    }
    // At most as often as there are slopes; one time more where two ways change at once.
    for (std::size_t i = 0; i <= kWays.size(); ++i) {
        const auto next = next_change(lines_at(answer, epochs), epochs);
        if (!next || *next > kWaysEpochsMax) {
            break;
        }
        epochs = *next;
        add(epochs, fastest_of(lines_at(answer, epochs)).way);
    }
    return ways;
}

std::uint64_t count_of_epochs(double epochs) {
    return static_cast<std::uint64_t>(std::llround(epochs));
}

}  // namespace

const model::WayTimes& times_of(const WaysAnswer& answer, Way way) noexcept {
    return way == Way::Copied     ? answer.times.copied
           : way == Way::Streamed ? answer.times.streamed
                                  : answer.times.cached;
}

WaysAnswer answer_ways(const WaysStudy& study, const WaysQuestion& question) {
    const double bytes = question.data_bytes.value_or(study.data_bytes);
    const double times = bytes / study.data_bytes;
    WaysAnswer answer{.asked = model::scaled(study.measured, times)};
    model::WaysInputs& in = answer.asked;
    in.cached = question.cache_bytes.value_or(bytes) / bytes;
    in.policy = question.policy;
    answer.times = model::predict_ways(in);
    for (const double epochs : question.epochs) {
        answer.at.push_back({.epochs = epochs,
                             .copied_s = answer.times.copied.until_s(epochs),
                             .streamed_s = answer.times.streamed.until_s(epochs),
                             .cached_s = answer.times.cached.until_s(epochs),
                             .fastest = fastest_of(lines_at(answer, epochs)).way});
    }
    answer.fastest = fastest_ways(answer);
    if (in.stream_s > in.local_s) {
        answer.copy_pays_from = in.copy_s / (in.stream_s - in.local_s);
    }
    return answer;
}

std::string name_of(Way way) {
    constexpr std::array<const char*, kWays.size()> kNames{
        to_say("copy first"), to_say("stream"), to_say("through a cache")};
    return say(kNames[static_cast<std::size_t>(way)]);
}

std::string marked_title(const WaysStudy& study) {
    return analysis::marked_title(study.title, study.emulated);
}

std::string ways_time_text(double seconds) {
    constexpr double kMinute = 60.0;
    return seconds < kMinute ? format_significant(seconds, 3) + " s" : format_duration(seconds);
}

std::string ways_sentence(const WaysAnswer& answer) {
    std::string text;
    if (!answer.copy_pays_from) {
        text = say("Streaming is as fast as a disk here: a copy never pays.");
    } else {
        text = say("Copying first pays from %1 epochs on, against streaming.",
                   format_significant(*answer.copy_pays_from, 2));
    }
    const auto& fastest = answer.fastest;
    for (std::size_t i = 0; i < fastest.size(); ++i) {
        const std::string name = name_of(fastest[i].way);
        if (fastest.size() == 1) {
            text += " " + say("For any number of epochs the fastest is: %1.", name);
        } else if (i + 1 < fastest.size()) {
            text += " " + say_count(count_of_epochs(fastest[i + 1].epochs) - 1,
                                    "Up to %1 epoch the fastest is: %2.",
                                    "Up to %1 epochs the fastest is: %2.",
                                    name);
        } else {
            text += " " + say("From %1 epochs on the fastest is: %2.",
                              format_count(count_of_epochs(fastest[i].epochs)),
                              name);
        }
    }
    return text;
}

std::string ways_chance_text(const WaysStudy& study) {
    const auto chance = chance_pct_of(study);
    return !chance || *chance < kChanceToldPct
               ? std::string()
               : say("The store answers some requests much later than others: with only %1 of "
                     "them in an epoch, two epochs of streaming differ by %2 % by chance alone.",
                     format_count(static_cast<std::uint64_t>(study.measured.requests)),
                     format_significant(*chance, 2));
}

std::string ways_test_text(const WaysStudy& study) {
    std::string text;
    if (const auto score = score_of(study)) {
        text = say(
            "Tested: from the first epochs alone the time of the later ones is predicted with a "
            "median error of %1 %, %2 % at worst.",
            format_significant(score->median_error_pct, 2),
            format_significant(score->worst_error_pct, 2));
        if (score->choices > 0) {
            text += " " + say("The way that was predicted to be the fastest was the fastest for %1 "
                              "of %2 numbers of epochs.",
                              std::to_string(score->right),
                              std::to_string(score->choices));
        }
    } else {
        text = say("Not tested: no run has a second epoch.");
    }
    if (!study.has_cache) {
        text += " " + say("No run with a cache was measured: its first epoch is taken for one of "
                          "streaming.");
    }
    if (study.disturbed) {
        text += " " + say("Other programs disturbed the measurement; times are too long by an "
                          "unknown amount.");
    }
    return text;
}

}  // namespace throughline::whatif
