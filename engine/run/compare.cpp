// SPDX-License-Identifier: Apache-2.0
#include "engine/run/compare.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "engine/base/check.h"
#include "engine/base/format.h"
#include "engine/metrics/registry.h"
#include "engine/run/settings.h"

namespace throughline::run {
namespace {

constexpr double kPercent = 100.0;
constexpr int kRepeatsMin = 2;

std::optional<Summary> summary_of(const Summaries& metrics, const std::string& key) {
    const auto found = metrics.find(key);
    return found == metrics.end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> half_width_of(const Summary& summary) {
    if (summary.n < kRepeatsMin || !summary.low || !summary.high) {
        return std::nullopt;
    }
    return (*summary.high - *summary.low) / 2.0;
}

Difference difference(const std::optional<Summary>& baseline, const std::optional<Summary>& other) {
    Difference result;
    if (!other) {
        return result;
    }
    result.value = other->value;
    if (!baseline) {
        return result;
    }
    result.absolute = other->value - baseline->value;
    if (baseline->value != 0.0) {
        result.percent = kPercent * *result.absolute / std::fabs(baseline->value);
    }
    const auto mine = half_width_of(*baseline);
    const auto its = half_width_of(*other);
    if (mine && its) {
        result.half_width = std::hypot(*mine, *its);
    }
    return result;
}

std::size_t rank_of(const std::string& key) {
    const auto all = metrics::all_metrics();
    const metrics::MetricInfo* const info = metrics::find_metric(key);
    return info == nullptr ? all.size() : static_cast<std::size_t>(info - all.data());
}

std::vector<ComparedMetric> compared_metrics(const ComparedRun& baseline,
                                             std::span<const ComparedRun> others) {
    std::set<std::string> keys;
    for (const auto& [key, summary] : baseline.metrics) {
        keys.insert(key);
    }
    for (const ComparedRun& run : others) {
        for (const auto& [key, summary] : run.metrics) {
            keys.insert(key);
        }
    }
    std::vector<ComparedMetric> compared;
    compared.reserve(keys.size());
    for (const std::string& key : keys) {
        ComparedMetric metric{.key = key, .baseline = summary_of(baseline.metrics, key)};
        for (const ComparedRun& run : others) {
            metric.others.push_back(difference(metric.baseline, summary_of(run.metrics, key)));
        }
        compared.push_back(std::move(metric));
    }
    std::stable_sort(compared.begin(), compared.end(), [](const auto& a, const auto& b) {
        return rank_of(a.key) < rank_of(b.key);
    });
    return compared;
}

std::string text_or_empty(const Settings& settings, const std::string& key) {
    const auto found = settings.find(key);
    return found == settings.end() ? std::string() : setting_text(found->second);
}

std::vector<ComparedSetting> compared_settings(const ComparedRun& baseline,
                                               std::span<const ComparedRun> others) {
    std::set<std::string> keys;
    for (const auto& [key, value] : baseline.settings) {
        keys.insert(key);
    }
    for (const ComparedRun& run : others) {
        for (const auto& [key, value] : run.settings) {
            keys.insert(key);
        }
    }
    std::vector<ComparedSetting> compared;
    compared.reserve(keys.size());
    for (const std::string& key : keys) {
        ComparedSetting setting{.key = key, .texts = {text_or_empty(baseline.settings, key)}};
        for (const ComparedRun& run : others) {
            setting.texts.push_back(text_or_empty(run.settings, key));
            setting.differs = setting.differs || setting.texts.back() != setting.texts.front();
        }
        compared.push_back(std::move(setting));
    }
    std::stable_partition(compared.begin(), compared.end(), [](const ComparedSetting& setting) {
        return setting.differs;
    });
    return compared;
}

}  // namespace

bool is_slower(const ComparedRun& a, const ComparedRun& b) {
    const auto rank = [](const ComparedRun& run) {
        const std::string stages = text_or_empty(run.settings, "stages");
        const auto rate = summary_of(run.metrics, "images_per_second");
        return std::pair(stages.empty() || stages == "full", rate ? rate->value : 0.0);
    };
    return rank(a) < rank(b);
}

std::optional<bool> Difference::excludes_zero() const {
    if (!absolute || !half_width) {
        return std::nullopt;
    }
    return std::fabs(*absolute) > *half_width;
}

std::string change_text(double percent) {
    constexpr int kDigits = 3;
    constexpr double kTimesFrom = 900.0;
    if (percent >= kTimesFrom) {
        return format_significant(1.0 + percent / kPercent, kDigits) + " times";
    }
    return (percent < 0.0 ? "" : "+") + format_significant(percent, kDigits) + " %";
}

std::string length_text(std::string_view key, double length) {
    constexpr int kDigits = 3;
    const metrics::MetricInfo* const info = metrics::find_metric(key);
    if (info != nullptr && std::string_view(info->unit) == "%") {
        return format_significant(length, kDigits) + " pp";
    }
    return metrics::format_metric(key, length);
}

std::string absolute_text(std::string_view key, double absolute) {
    return (absolute < 0.0 ? "" : "+") + length_text(key, absolute);
}

Comparison compare(const ComparedRun& baseline, std::span<const ComparedRun> others) {
    THROUGHLINE_CHECK(others.size() <= kComparedMax);
    return {.settings = compared_settings(baseline, others),
            .metrics = compared_metrics(baseline, others)};
}

}  // namespace throughline::run
