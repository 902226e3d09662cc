// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/verdict_words.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/record/condition_words.h"
#include "engine/record/touched.h"
#include "engine/spec/gpu_network.h"
#include "engine/spec/people.h"
#include "engine/spec/setting_titles.h"

namespace throughline::analysis {
namespace {

/// A rise below this between the last two points is within what repeats differ by.
constexpr double kStillRises = 5.0;

double rate_or_zero(const record::RunData& run) {
    return metric_of(run, "images_per_second").value_or(0.0);
}

std::string signed_percent(double percent) {
    return (percent < 0.0 ? "\u2212" : "+") + percent_text(std::fabs(percent));
}

/// "1 failed, 2 stopped, 1 changed while measured" of all runs without a result.
std::string unfinished_counts(const record::Study& study) {
    std::map<record::RunStatus, int> counts;
    for (const auto& run : study.runs) {
        counts[run.status] += record::is_result(run) ? 0 : 1;
    }
    const int touched = std::exchange(counts[record::RunStatus::Done], 0);
    std::string text;
    const auto add = [&text](int count, const char* what) {
        if (count > 0) {
            text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + say(what);
        }
    };
    for (const auto& [status, count] : counts) {
        add(count, record::name_of(status));
    }
    add(touched, to_say("changed while measured"));
    return text;
}

/// The end of a curve over one number: does more still help?
std::string rise_text(std::vector<const record::RunData*> runs,
                      const record::RunData& best,
                      const std::string& key,
                      bool clean) {
    for (const auto* run : runs) {
        if (!setting_number_of(*run, key)) {
            return {};
        }
    }
    std::stable_sort(runs.begin(), runs.end(), [&](const auto* a, const auto* b) {
        return *setting_number_of(*a, key) < *setting_number_of(*b, key);
    });
    const record::RunData& last = *runs.back();
    const record::RunData& before = *runs[runs.size() - 2];
    const double rise = (rate_or_zero(last) / rate_or_zero(before) - 1.0) * 100.0;
    return say(!clean                ? to_say("%1 from %2 to %3")
               : &best != &last      ? to_say("more does not help: %1 from %2 to %3")
               : rise >= kStillRises ? to_say("the curve still rises: %1 from %2 to %3")
                                     : to_say("the curve is flat: %1 from %2 to %3"),
               signed_percent(rise),
               with_marks(setting_or_empty(before, key)),
               with_marks(setting_or_empty(last, key)));
}

}  // namespace

std::string capitalised(std::string_view word) {
    std::string text(word);
    if (!text.empty()) {
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    }
    return text;
}

std::string stage_name(spec::Stages stage) {
    switch (stage) {
        case spec::Stages::Storage:
            return say("storage");
        case spec::Stages::Decode:
            return say("decode");
        case spec::Stages::Consumer:
            return say("consumer");
        case spec::Stages::Full:
            break;
    }
    return say("full");
}

std::string count_text(double count) {
    if (!std::isfinite(count)) {
        return "\u2013";
    }
    if (count < 100.0) {
        return count == std::floor(count) ? spec::setting_text(count) : format_significant(count);
    }
    const double step = count < 1e4 ? 1.0 : std::pow(10.0, std::floor(std::log10(count)) - 3.0);
    return format_count(
        static_cast<std::uint64_t>(std::min(std::round(count / step) * step, 1e18)));
}

std::string grade_mark(const record::Verdict& verdict) {
    return verdict.grade == record::Grade::None
               ? ""
               : std::string(" [") + record::name_of(verdict.grade) + "]";
}

std::string rate_text(double images_per_second) {
    return count_text(images_per_second) + number_marks().unit_space + say("images/s");
}

std::string percent_text(double percent) {
    const int digits = std::fabs(percent) >= 100.0 ? 3 : 2;
    return format_significant(percent, digits) + number_marks().unit_space + "%";
}

std::string times_text(double factor) {
    return factor < 1.05 ? say("hardly more") : say("%1 times that", format_significant(factor, 2));
}

std::string ceiling_words() {
    return say("A ceiling is the rate of one stage measured alone with the same settings.");
}

std::string condition_text(const record::RunData& run, spec::Stages stage) {
    const auto with = [&](const char* key, const char* words) {
        const std::string value = setting_or_empty(run, key);
        return value.empty() ? std::string() : say(words, with_marks(value));
    };
    if (stage == spec::Stages::Decode && spec::decodes_on_gpu(run.started.settings)) {
        return say(" by the GPU");
    }
    if (stage == spec::Stages::Decode) {
        const bool one = setting_or_empty(run, "decode.threads") == "1";
        return with("decode.threads", one ? to_say(" at %1 thread") : to_say(" at %1 threads"));
    }
    if (stage == spec::Stages::Storage) {
        return with("storage.queue_depth", to_say(" at queue depth %1"));
    }
    if (spec::consumer_kind_of(run.started.settings) == spec::ConsumerKind::Gpu) {
        const std::string network = setting_or_empty(run, "consumer.network");
        return spec::is_proxy(network)
                   ? say(", a GPU with a proxy of %1", spec::catalogue_id(network))
                   : say(", a GPU with the network %1, %2",
                         spec::people_text("consumer.network", network),
                         spec::people_text("consumer.phase",
                                           setting_or_empty(run, "consumer.phase")));
    }
    return with("consumer.batch_seconds", to_say(" at %1 s per batch"));
}

std::string point_text(const record::RunData& run, const std::vector<std::string>& keys) {
    std::string where;
    for (const auto& key : keys) {
        const auto value = run.started.settings.find(key);
        if (value != run.started.settings.end() && !spec::setting_text(value->second).empty()) {
            where += (where.empty() ? "" : ", ") + say(to_say("%1: %2"),
                                                       record::condition_title(key),
                                                       record::condition_text(key, value->second));
        }
    }
    return where;
}

std::string curve_text(const std::vector<const record::RunData*>& runs,
                       const record::RunData& best,
                       bool clean) {
    const auto keys = varied_keys(runs);
    if (runs.size() < 2 || keys.empty()) {
        return {};
    }
    const std::string where = point_text(best, keys);
    const std::string points = std::to_string(runs.size());
    const std::string text = where.empty() ? say("best of %1 points", points)
                                           : say("best of %1 points (%2)", points, where);
    const std::string rise =
        keys.size() == 1 ? rise_text(runs, best, keys.front(), clean) : std::string();
    return rise.empty() ? text : text + "; " + rise;
}

std::string left_out_text(const record::Study& study) {
    const std::string counts = unfinished_counts(study);
    std::string text;
    if (!counts.empty()) {
        const auto left_out =
            std::count_if(study.runs.begin(), study.runs.end(), [](const record::RunData& run) {
                return !record::is_result(run);
            });
        text = " " + say("%1 of %2 runs left out: %3.",
                         std::to_string(left_out),
                         std::to_string(study.runs.size()),
                         counts);
    }
    const auto made = static_cast<std::int64_t>(study.runs.size());
    if (made < study.header.plan.runs) {
        text += " " + say("The study ended after %1 of %2 runs.",
                          std::to_string(made),
                          std::to_string(study.header.plan.runs));
    }
    return text;
}

std::string unfinished_text(const record::Study& study) {
    const std::string counts = unfinished_counts(study);
    const bool touched =
        std::any_of(study.runs.begin(), study.runs.end(), [](const record::RunData& run) {
            return record::is_touched(run);
        });
    const bool full =
        std::any_of(study.runs.begin(), study.runs.end(), [](const record::RunData& run) {
            return spec::stages_of(run.started.settings) == spec::Stages::Full;
        });
    const std::string text = say(
        counts.empty() ? full ? to_say("the full pipeline measured no images/s")
                              : to_say("the study measured no images/s")
        : touched
            ? full
                  ? to_say("no run of the full pipeline was completed with unchanged settings (%1)")
                  : to_say("no run was completed with unchanged settings (%1)")
        : full ? to_say("no run of the full pipeline was completed (%1)")
               : to_say("no run was completed (%1)"),
        counts);
    for (const auto& run : study.runs) {
        for (const auto& note : run.notes) {
            if (run.status != record::RunStatus::Done && note.level == record::Level::Error) {
                return text + ": " + spec::with_setting_titles(say_recorded(note.text));
            }
        }
    }
    return text;
}

}  // namespace throughline::analysis
