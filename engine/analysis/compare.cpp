// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "engine/base/check.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/metrics/key_order.h"
#include "engine/metrics/registry.h"
#include "engine/record/touched.h"
#include "engine/spec/choices.h"
#include "engine/spec/settings.h"

namespace throughline::analysis {
namespace {

constexpr double kPercent = 100.0;
constexpr int kRepeatsMin = 2;

std::optional<record::Summary> summary_of(const record::Summaries& metrics,
                                          const std::string& key) {
    const auto found = metrics.find(key);
    return found == metrics.end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> half_width_of(const record::Summary& summary) {
    if (summary.n < kRepeatsMin || !summary.low || !summary.high) {
        return std::nullopt;
    }
    return (*summary.high - *summary.low) / 2.0;
}

Difference difference(const std::optional<record::Summary>& baseline,
                      const std::optional<record::Summary>& other) {
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

/// The key under which a run has the quantity of its only device; "": it has none.
using KeyInRun = std::string;

/// The quantity of one device, interface or GPU a run, by run; the baseline first.
struct Row {
    std::string key;
    std::vector<KeyInRun> keys;
};

bool says_which_device(const metrics::MetricKey& key) {
    return key.label == "device" || key.label == "interface" || key.label == "gpu";
}

/// Quantities that runs have of different devices, one each. Of several in one run nobody knows
/// which is the counterpart of which.
std::vector<Row> rows_of_only_devices(const std::vector<const record::Summaries*>& runs) {
    std::map<std::pair<std::string, std::string>, std::vector<std::vector<KeyInRun>>> found;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        for (const auto& [key, summary] : *runs[i]) {
            const metrics::MetricKey parsed = metrics::parse_metric_key(key);
            if (says_which_device(parsed)) {
                auto& by_run = found[{parsed.id, parsed.label}];
                by_run.resize(runs.size());
                by_run[i].push_back(key);
            }
        }
    }
    for (auto& [quantity, by_run] : found) {
        for (std::size_t i = 0; i < runs.size(); ++i) {
            // Another tool may say it of all devices together.
            if (by_run[i].empty() && runs[i]->count(quantity.first) > 0) {
                by_run[i].push_back(quantity.first);
            }
        }
    }
    std::vector<Row> rows;
    for (const auto& [quantity, by_run] : found) {
        Row row{.key = quantity.first, .keys = {}};
        std::set<std::string> distinct;
        bool several = false;
        for (const auto& keys : by_run) {
            several = several || keys.size() > 1;
            row.keys.push_back(keys.empty() ? KeyInRun() : keys.front());
            distinct.insert(keys.begin(), keys.end());
        }
        if (!several && distinct.size() > 1) {
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

ComparedMetric compared_metric(const Row& row, const std::vector<const record::Summaries*>& runs) {
    ComparedMetric metric{.key = row.key, .baseline = summary_of(*runs[0], row.keys[0])};
    for (std::size_t i = 1; i < runs.size(); ++i) {
        metric.others.push_back(difference(metric.baseline, summary_of(*runs[i], row.keys[i])));
    }
    return metric;
}

std::vector<ComparedMetric> compared_metrics(const ComparedRun& baseline,
                                             std::span<const ComparedRun> others) {
    std::vector<const record::Summaries*> runs{&baseline.metrics};
    for (const ComparedRun& run : others) {
        runs.push_back(&run.metrics);
    }
    std::set<std::string> keys;
    for (const record::Summaries* const run : runs) {
        for (const auto& [key, summary] : *run) {
            keys.insert(key);
        }
    }
    std::vector<ComparedMetric> compared;
    for (const Row& row : rows_of_only_devices(runs)) {
        ComparedMetric metric = compared_metric(row, runs);
        for (const KeyInRun& key : row.keys) {
            const std::string member = metrics::parse_metric_key(key).value;
            metric.members.push_back(member.empty() && !key.empty() ? say("all") : member);
            keys.erase(key);
        }
        compared.push_back(std::move(metric));
    }
    for (const std::string& key : keys) {
        compared.push_back(
            compared_metric({.key = key, .keys = std::vector(runs.size(), key)}, runs));
    }
    std::stable_sort(compared.begin(), compared.end(), [](const auto& a, const auto& b) {
        const std::size_t rank = rank_of(a.key);
        const std::size_t its = rank_of(b.key);
        return rank != its ? rank < its : metrics::is_read_before(a.key, b.key);
    });
    return compared;
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
        ComparedSetting setting{.key = key, .texts = {spec::text_or_empty(baseline.settings, key)}};
        for (const ComparedRun& run : others) {
            setting.texts.push_back(spec::text_or_empty(run.settings, key));
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

bool is_of_read_data(const spec::Settings& settings) {
    return spec::text_or_empty(settings, "statement").empty() &&
           !lower(spec::text_or_empty(settings, "data")).starts_with("synthetic");
}

bool is_slower(const ComparedRun& a, const ComparedRun& b) {
    const auto rank = [](const ComparedRun& run) {
        const auto rate = summary_of(run.metrics, "images_per_second");
        return std::tuple(
            spec::is_full(run.settings), is_of_read_data(run.settings), rate ? rate->value : 0.0);
    };
    return rank(a) < rank(b);
}

std::optional<bool> Difference::excludes_zero() const {
    if (!absolute || !half_width) {
        return std::nullopt;
    }
    return std::fabs(*absolute) > *half_width;
}

ChangeKind kind_of(std::string_view key, const Difference& difference) {
    if (!difference.absolute) {
        return ChangeKind::None;
    }
    if (*difference.absolute == 0.0) {
        return ChangeKind::Equal;
    }
    const auto sure = difference.excludes_zero();
    if (!sure) {
        return ChangeKind::Unsure;
    }
    if (!*sure) {
        return ChangeKind::WithinNoise;
    }
    const metrics::MetricInfo* const info = metrics::find_metric(key);
    if (info == nullptr || info->better == metrics::Better::Neither) {
        return ChangeKind::BeyondNoise;
    }
    const bool higher = *difference.absolute > 0.0;
    return higher == (info->better == metrics::Better::Higher) ? ChangeKind::Better
                                                               : ChangeKind::Worse;
}

const char* name_of(ChangeKind kind) noexcept {
    switch (kind) {
        case ChangeKind::None:
        case ChangeKind::Equal:
        case ChangeKind::Unsure:
            return "";
        case ChangeKind::WithinNoise:
            return to_say("within noise");
        case ChangeKind::BeyondNoise:
            return to_say("beyond noise");
        case ChangeKind::Better:
            return to_say("better");
        case ChangeKind::Worse:
            return to_say("worse");
    }
    return "";
}

bool ComparedMetric::differs() const {
    return std::any_of(others.begin(), others.end(), [this](const Difference& other) {
        const ChangeKind kind = kind_of(key, other);
        return kind != ChangeKind::None && kind != ChangeKind::Equal &&
               kind != ChangeKind::WithinNoise;
    });
}

/// Of those that have the quantity the one device that all have it of; "": of several, or of none
/// in particular.
static std::string shared_member(const ComparedMetric& metric) {
    std::string shared;
    for (const std::string& member : metric.members) {
        if (!member.empty() && !shared.empty() && member != shared) {
            return {};
        }
        shared = member.empty() ? shared : member;
    }
    return shared;
}

std::string compared_title(const ComparedMetric& metric) {
    const std::string title = metrics::metric_title(metric.key);
    const std::string member = shared_member(metric);
    return member.empty() ? title : title + " (" + member + ")";
}

std::string member_beside(const ComparedMetric& metric, std::size_t run) {
    return run < metric.members.size() && shared_member(metric).empty() ? metric.members[run]
                                                                        : std::string();
}

std::string title_with_members(const ComparedMetric& metric) {
    std::string title = metrics::metric_title(metric.key);
    if (metric.members.empty()) {
        return title;
    }
    const auto name_of = [](const std::string& member) {
        return member.empty() ? std::string("\u2013") : member;
    };
    std::vector<std::string> names = metric.members;
    if (std::all_of(
            names.begin() + 1, names.end(), [&](const auto& name) { return name == names[1]; })) {
        names.resize(2);
    }
    title += " (" + name_of(names[0]);
    for (std::size_t i = 1; i < names.size(); ++i) {
        title += " / " + name_of(names[i]);
    }
    return title + ")";
}

/// A true minus sign: a hyphen is no sign.
static std::string sign_of(double difference) {
    return difference < 0.0 ? "\u2212" : "+";
}

const record::RunData* fastest_run(const record::Study& study) {
    const auto best = std::ranges::max_element(
        study.runs, [](const record::RunData& a, const record::RunData& b) {
            const bool result = record::is_result(b);
            return record::is_result(a) != result ? result
                                                  : is_slower({a.started.settings, a.metrics},
                                                              {b.started.settings, b.metrics});
        });
    return best == study.runs.end() ? nullptr : &*best;
}

std::string change_text(double percent) {
    constexpr int kDigits = 3;
    constexpr double kTimesFrom = 900.0;
    constexpr double kDigitsFrom = 0.1;  // of less one says that there is something
    if (percent >= kTimesFrom) {
        return say("%1 times", format_significant(1.0 + percent / kPercent, kDigits));
    }
    const int digits = std::abs(percent) < kDigitsFrom ? 1 : kDigits;
    return sign_of(percent) + format_significant(std::abs(percent), digits) +
           number_marks().unit_space + "%";
}

static bool is_share(std::string_view key) {
    const metrics::MetricInfo* const info = metrics::find_metric(key);
    return info != nullptr && std::string_view(info->unit) == "%";
}

std::string length_text(std::string_view key, double length) {
    constexpr int kDigits = 3;
    if (is_share(key)) {
        return say("%1 pp", format_significant(length, kDigits));
    }
    return metrics::format_metric(key, length);
}

std::string absolute_text(std::string_view key, double absolute) {
    return sign_of(absolute) + length_text(key, std::abs(absolute));
}

std::string difference_text(std::string_view key, const Difference& difference) {
    return difference.percent && !is_share(key) ? change_text(*difference.percent)
                                                : absolute_text(key, *difference.absolute);
}

Comparison compare(const ComparedRun& baseline, std::span<const ComparedRun> others) {
    THROUGHLINE_CHECK(others.size() <= kComparedMax);
    return {.settings = compared_settings(baseline, others),
            .metrics = compared_metrics(baseline, others)};
}

}  // namespace throughline::analysis
