// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "engine/base/check.h"
#include "engine/base/say.h"
#include "engine/importers/draft/draft.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"
#include "engine/metrics/registry.h"
#include "engine/record/per_request.h"
#include "engine/record/sample_means.h"
#include "engine/spec/settings.h"

namespace throughline::importers {
namespace {

/// Quantities of which the last value is the result, not the mean.
bool last_value_counts(std::string_view key) {
    const auto id = metrics::parse_metric_key(key).id;
    return id == "loss" || id == "top1_accuracy" || id == "top5_accuracy" || id == "epoch" ||
           id == "step" || id == "running_images_per_second" || id == "running_samples_per_second";
}

}  // namespace

std::string window_mean_of(std::string_view key) {
    constexpr std::string_view kMean = "mean";
    std::string id(key.substr(0, key.size() - kMean.size()));
    return id.append("window_").append(kMean);
}

void RunDraft::set(std::string_view key, std::string_view text) {
    THROUGHLINE_CHECK(metrics::find_metric(key) != nullptr);
    text = trim(text);
    if (!text.empty()) {
        data_.started.settings.insert_or_assign(std::string(key), std::string(text));
    }
}

void RunDraft::set(std::string_view key, std::optional<double> number) {
    THROUGHLINE_CHECK(metrics::find_metric(key) != nullptr);
    if (!number || !std::isfinite(*number)) {
        return;
    }
    constexpr double kExact = 9.0e15;  // whole numbers up to 2^53 are exact
    const bool whole = std::floor(*number) == *number && std::abs(*number) < kExact;
    const spec::SettingInfo* const setting = spec::find_setting(key);
    if (!whole && setting != nullptr && setting->type == spec::SettingType::Integer) {
        return;  // damage: 6.5 requests are not a queue depth, and a record could not be read back
    }
    data_.started.settings.insert_or_assign(
        std::string(key),
        whole ? spec::SettingValue(static_cast<std::int64_t>(*number))
              : spec::SettingValue(*number));
}

bool RunDraft::has_condition(std::string_view key) const {
    return data_.started.settings.find(key) != data_.started.settings.end();
}

void RunDraft::figure(std::string_view key, std::optional<double> value) {
    if (value) {
        figure(key, record::Summary{.value = *value});
    }
}

void RunDraft::figure(std::string_view key, const record::Summary& summary) {
    THROUGHLINE_CHECK(metrics::find_metric(key) != nullptr);
    if (std::isfinite(summary.value)) {
        data_.metrics.insert_or_assign(std::string(key), summary);
    } else {
        absent(key,
               std::isnan(summary.value) ? to_say("the file says NaN")
               : summary.value > 0.0     ? to_say("the file says Infinity")
                                         : to_say("the file says -Infinity"));
    }
}

void RunDraft::absent(std::string_view key, std::string_view reason) {
    THROUGHLINE_CHECK(metrics::find_metric(key) != nullptr);
    data_.absent.insert_or_assign(std::string(key), std::string(reason));
}

bool RunDraft::has_figure(std::string_view key) const {
    return data_.metrics.find(key) != data_.metrics.end();
}

void RunDraft::histogram(std::string_view metric, const metrics::LatencyHistogram& histogram) {
    data_.histograms.push_back({.run = data_.started.run,
                                .metric = std::string(metric),
                                .scheme = metrics::LatencyHistogram::kScheme,
                                .counts = histogram.sparse()});
}

void RunDraft::note(std::string_view code, record::Level level, std::string_view text) {
    data_.notes.push_back({.run = data_.started.run,
                           .code = std::string(code),
                           .level = level,
                           .text = std::string(text)});
}

namespace {

/// Two neighbours as one: rates and shares weighted by their time.
void join(record::Sample& into, const record::Sample& next) {
    const double dt_a = into.dt_s > 0.0 ? into.dt_s : 1.0;
    const double dt_b = next.dt_s > 0.0 ? next.dt_s : 1.0;
    // Means over requests first: they are weighted by the counts, which are joined below.
    for (const bool per_request : {true, false}) {
        for (const auto& [key, value] : next.metrics) {
            if (record::is_per_request(key) != per_request) {
                continue;
            }
            const double a = dt_a * record::requests_behind(key, into.metrics).value_or(1.0);
            const double b = dt_b * record::requests_behind(key, next.metrics).value_or(1.0);
            const auto [mine, is_new] = into.metrics.emplace(key, value);
            if (!is_new) {
                mine->second =
                    last_value_counts(key) ? value : (mine->second * a + value * b) / (a + b);
            }
        }
    }
    into.t_s = next.t_s;
    into.dt_s += next.dt_s;
}

}  // namespace

void RunDraft::drop_idle(metrics::MetricValues& values) {
    std::vector<std::string> idle;
    for (const auto& [key, value] : values) {
        if (record::is_per_request(key) && record::requests_behind(key, values) == 0.0) {
            idle.push_back(key);
        }
    }
    for (std::string& key : idle) {
        values.erase(key);
        idle_.insert(std::move(key));
    }
}

void RunDraft::sample(double t, double dt, metrics::MetricValues values, record::Phase phase) {
    std::erase_if(values, [](const auto& entry) { return !std::isfinite(entry.second); });
    drop_idle(values);
    if (!std::isfinite(t) || !std::isfinite(dt) || values.empty()) {
        return;
    }
    record::Sample next{.run = data_.started.run,
                        .t_s = t,
                        .dt_s = std::max(dt, 0.0),
                        .phase = phase,
                        .metrics = std::move(values)};
    const bool joins = in_stride_ > 0 && in_stride_ < stride_ && !data_.samples.empty() &&
                       data_.samples.back().phase == phase;
    if (joins) {
        join(data_.samples.back(), next);
        ++in_stride_;
        return;
    }
    in_stride_ = 1;
    values_ += next.metrics.size();
    data_.samples.push_back(std::move(next));
    if (values_ > kValuesMax) {
        halve();
    }
}

void RunDraft::halve() {
    std::vector<record::Sample> kept;
    kept.reserve(data_.samples.size() / 2 + 1);
    values_ = 0;
    bool open = false;
    for (auto& sample : data_.samples) {
        if (open && kept.back().phase == sample.phase) {
            join(kept.back(), sample);
            values_ += kept.back().metrics.size();
            open = false;
            continue;
        }
        if (open) {
            values_ += kept.back().metrics.size();
        }
        kept.push_back(std::move(sample));
        open = true;
    }
    values_ += open ? kept.back().metrics.size() : 0;
    data_.samples = std::move(kept);
    stride_ *= 2;
    in_stride_ = 0;
    // A row of very many columns: joining only goes on while it gives room.
    values_ = std::min(values_, kValuesMax / 2 + kValuesMax / 4);
}

namespace {

/// How long a value that was read once may stand for what nobody looked at, in usual gaps. One late
/// reading is common; the utilisation at the end of a pause of ten minutes says nothing of it.
constexpr double kStandsMax = 3.0;

double middle_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

void RunDraft::fill_intervals() {
    std::vector<double> gaps;
    for (std::size_t i = 1; i < data_.samples.size(); ++i) {
        if (const double gap = data_.samples[i].t_s - data_.samples[i - 1].t_s; gap > 0.0) {
            gaps.push_back(gap);
        }
    }
    const double usual = gaps.empty() ? 1.0 : middle_of(gaps);
    const double longest = whole_intervals_ ? HUGE_VAL : usual * kStandsMax;
    bool filled = false;
    double cut_s = 0.0;
    double gap = usual;  // samples of one time share the gap before them
    for (std::size_t i = 0; i < data_.samples.size(); ++i) {
        record::Sample& sample = data_.samples[i];
        if (i > 0 && sample.t_s > data_.samples[i - 1].t_s) {
            gap = sample.t_s - data_.samples[i - 1].t_s;
        }
        if (sample.dt_s <= 0.0) {
            filled = true;
            sample.dt_s = std::min(gap, longest);
            cut_s = std::max(cut_s, gap - sample.dt_s);
        }
    }
    if (filled && gaps.empty()) {
        note("import.no_interval",
             record::Level::Info,
             to_say("The file does not say how long the intervals are; each is counted as 1 s."));
    }
    if (cut_s > 0.0) {
        note("import.gap",
             record::Level::Warning,
             say_english("The series has gaps: readings are usually %1 s apart, but once %2 s. "
                         "What happened in a gap is unknown; the reading after it counts for %3 s.",
                         number_to_show(usual),
                         number_to_show(cut_s + longest),
                         number_to_show(longest)));
    }
}

void RunDraft::finish_times() {
    auto& samples = data_.samples;
    const auto earlier = [](const auto& a, const auto& b) { return a.t_s < b.t_s; };
    if (!std::is_sorted(samples.begin(), samples.end(), earlier)) {
        std::stable_sort(samples.begin(), samples.end(), earlier);
    }
    fill_intervals();
    if (absolute_ && !samples.empty()) {
        const double begin = started_at_.value_or(samples.front().t_s - samples.front().dt_s);
        started_at_ = begin;
        for (auto& sample : samples) {
            sample.t_s -= begin;
        }
    }
    if (started_at_) {
        data_.started.at = iso_of(*started_at_);
    }
    if (stride_ > 1) {
        note("import.joined",
             record::Level::Info,
             say_english(
                 "The series is very long: %1 neighbouring samples were joined into one each.",
                 std::to_string(stride_)));
    }
}

void RunDraft::finish_figures() {
    if (data_.samples.empty()) {
        return;
    }
    std::set<std::string, std::less<>> given;
    for (const auto& [key, summary] : data_.metrics) {
        given.insert(key);
    }
    for (const auto& [key, summary] : record::summarise_samples(data_)) {
        if (of_windows_.count(key) > 0) {
            data_.metrics.emplace(window_mean_of(key), summary);
            absent(key,
                   to_say("the log contains means of windows without their request counts; fio's "
                          "JSON has "
                          "the mean of the requests"));
            continue;
        }
        if (data_.metrics.find(key) == data_.metrics.end() && !last_value_counts(key)) {
            data_.metrics.emplace(key, summary);
            data_.absent.erase(key);
        }
    }
    for (const auto& key : idle_) {
        if (!has_figure(key)) {
            absent(key, to_say("no such request was made in any of its intervals"));
        }
    }
    for (const auto& sample : data_.samples) {
        for (const auto& [key, value] : sample.metrics) {
            if (last_value_counts(key) && given.count(key) == 0) {
                data_.metrics.insert_or_assign(key, record::Summary{.value = value});
            }
        }
    }
}

}  // namespace throughline::importers
