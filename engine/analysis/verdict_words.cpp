// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/verdict_words.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <utility>

#include "engine/base/format.h"
#include "engine/record/touched.h"
#include "engine/spec/gpu_network.h"

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
    const auto add = [&text](int count, const std::string& what) {
        if (count > 0) {
            text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + what;
        }
    };
    for (const auto& [status, count] : counts) {
        add(count, record::name_of(status));
    }
    add(touched, "changed while measured");
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
    const std::string step = signed_percent(rise) + " from " + setting_or_empty(before, key) +
                             " to " + setting_or_empty(last, key);
    if (!clean) {
        return "; " + step;
    }
    if (&best != &last) {
        return "; more does not help: " + step;
    }
    return (rise >= kStillRises ? "; the curve still rises: " : "; the curve is flat: ") + step;
}

}  // namespace

std::string capitalised(std::string_view word) {
    std::string text(word);
    if (!text.empty()) {
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    }
    return text;
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
    return count_text(images_per_second) + " images/s";
}

std::string percent_text(double percent) {
    const int digits = std::fabs(percent) >= 100.0 ? 3 : 2;
    return format_significant(percent, digits) + " %";
}

std::string times_text(double factor) {
    return factor < 1.05 ? "hardly more" : format_significant(factor, 2) + " times that";
}

std::string condition_text(const record::RunData& run, spec::Stages stage) {
    const auto with = [&](const char* key, const std::string& before, const std::string& after) {
        const std::string value = setting_or_empty(run, key);
        return value.empty() ? std::string() : " at " + before + value + after;
    };
    if (stage == spec::Stages::Decode) {
        const bool one = setting_or_empty(run, "decode.threads") == "1";
        return with("decode.threads", "", one ? " thread" : " threads");
    }
    if (stage == spec::Stages::Storage) {
        return with("storage.queue_depth", "queue depth ", "");
    }
    if (spec::consumer_kind_of(run.started.settings) == spec::ConsumerKind::Gpu) {
        const std::string network = setting_or_empty(run, "consumer.network");
        return spec::is_proxy(network)
                   ? ", a GPU with a proxy of " + std::string(spec::catalogue_id(network))
                   : ", a GPU with consumer.network=" + network + ", " +
                         setting_or_empty(run, "consumer.phase");
    }
    return with("consumer.batch_seconds", "", " s per batch");
}

std::string curve_text(const std::vector<const record::RunData*>& runs,
                       const record::RunData& best,
                       bool clean) {
    const auto keys = varied_keys(runs);
    if (runs.size() < 2 || keys.empty()) {
        return {};
    }
    std::string text = "best of " + std::to_string(runs.size()) + " points (";
    for (const auto& key : keys) {
        text += (key == keys.front() ? "" : ", ") + key + " = " + setting_or_empty(best, key);
    }
    text += ")";
    return keys.size() == 1 ? text + rise_text(runs, best, keys.front(), clean) : text;
}

std::string left_out_text(const record::Study& study) {
    const std::string counts = unfinished_counts(study);
    std::string text;
    if (!counts.empty()) {
        const auto left_out =
            std::count_if(study.runs.begin(), study.runs.end(), [](const record::RunData& run) {
                return !record::is_result(run);
            });
        text = " " + std::to_string(left_out) + " of " + std::to_string(study.runs.size()) +
               " runs left out: " + counts + ".";
    }
    const auto made = static_cast<std::int64_t>(study.runs.size());
    if (made < study.header.plan.runs) {
        text += " The study ended after " + std::to_string(made) + " of " +
                std::to_string(study.header.plan.runs) + " runs.";
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
    std::string text =
        counts.empty()
            ? std::string(full ? "the full pipeline" : "the study") + " measured no images/s"
            : std::string(full ? "no run of the full pipeline" : "no run") + " was completed" +
                  (touched ? " with unchanged settings (" : " (") + counts + ")";
    for (const auto& run : study.runs) {
        for (const auto& note : run.notes) {
            if (run.status != record::RunStatus::Done && note.level == record::Level::Error) {
                return text + ": " + note.text;
            }
        }
    }
    return text;
}

}  // namespace throughline::analysis
