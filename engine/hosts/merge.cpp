// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/merge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <string_view>
#include <tuple>

#include "engine/base/say.h"
#include "engine/hosts/merge_figures.h"
#include "engine/metrics/latency_histogram.h"
#include "engine/metrics/latency_percentiles.h"
#include "engine/metrics/registry.h"
#include "engine/metrics/statistics.h"
#include "engine/record/failed_run.h"

namespace throughline::hosts {
namespace {

constexpr const char* kRate = "images_per_second";
constexpr double kStragglerPercent = 5.0;

using record::Phase;
using record::RunData;
using record::RunStatus;
using record::Sample;

bool counts(const Sample& sample, int repeat) {
    return sample.phase == Phase::Measured && sample.repeat == repeat;
}

/// Images of a stretch of the common time.
struct Stretch {
    SteadyTime begin{};
    SteadyTime end{};
    double images = 0.0;
};

/// The measured samples of a node's repeat; none where it never began, or has no rate.
std::vector<Stretch> stretches_of(const NodePart& part, int repeat) {
    const auto begun = part.begun.find(repeat);
    std::vector<Stretch> stretches;
    if (part.run == nullptr || begun == part.begun.end()) {
        return stretches;
    }
    for (const Sample& sample : part.run->samples) {
        const auto rate = sample.metrics.find(kRate);
        if (counts(sample, repeat) && rate != sample.metrics.end()) {
            stretches.push_back({.begin = begun->second.time_of(sample.t_s - sample.dt_s),
                                 .end = begun->second.time_of(sample.t_s),
                                 .images = rate->second * sample.dt_s});
        }
    }
    return stretches;
}

double images_until(std::span<const Stretch> stretches, SteadyTime end) {
    double images = 0.0;
    for (const Stretch& one : stretches) {
        const double length = in_seconds(one.end - one.begin);
        const double share = length > 0.0 ? in_seconds(end - one.begin) / length : 0.0;
        images += one.images * std::clamp(share, 0.0, 1.0);
    }
    return images;
}

/// The sum over nodes of a repeat's rate; none where a node has none.
std::optional<double> summed_rate(std::span<const NodePart> parts, int repeat) {
    double sum = 0.0;
    for (const NodePart& part : parts) {
        double images = 0.0;
        double seconds = 0.0;
        for (const Stretch& one : stretches_of(part, repeat)) {
            images += one.images;
            seconds += in_seconds(one.end - one.begin);
        }
        if (seconds <= 0.0) {
            return std::nullopt;
        }
        sum += images / seconds;
    }
    return sum;
}

int repeats_of(std::span<const NodePart> parts) {
    int most = 0;
    for (const NodePart& part : parts) {
        most = part.begun.empty() ? most : std::max(most, part.begun.rbegin()->first);
    }
    return most;
}

RunStatus worst_status(std::span<const NodePart> parts) {
    RunStatus worst = RunStatus::Done;
    for (const NodePart& part : parts) {
        if (!part.failure.empty() || part.run == nullptr) {
            return RunStatus::Failed;
        }
        worst = std::max(worst, part.run->status);
    }
    return worst == RunStatus::Interrupted ? RunStatus::Stopped : worst;
}

/// Samples by what they are of: the n-th of a phase of a repeat.
using SampleKey = std::tuple<int, Phase, std::size_t>;

std::map<SampleKey, std::vector<NodeSample>> samples_in_step(std::span<const NodePart> parts) {
    std::map<SampleKey, std::vector<NodeSample>> in_step;
    for (const NodePart& part : parts) {
        if (part.run == nullptr) {
            continue;
        }
        std::map<std::pair<int, Phase>, std::size_t> next;
        for (const Sample& sample : part.run->samples) {
            const auto begun = part.begun.find(sample.repeat);
            if (begun != part.begun.end()) {
                const std::size_t index = next[{sample.repeat, sample.phase}]++;
                in_step[{sample.repeat, sample.phase, index}].push_back(
                    {.part = &part, .sample = &sample, .end = begun->second.time_of(sample.t_s)});
            }
        }
    }
    return in_step;
}

std::vector<Sample> merge_samples(std::span<const NodePart> parts, int number) {
    const auto in_step = samples_in_step(parts);
    std::vector<Sample> merged;
    SteadyTime start = SteadyTime::max();
    for (const NodePart& part : parts) {
        for (const auto& [repeat, begun] : part.begun) {
            start = std::min(start, begun.time_of(0.0));
        }
    }
    for (const auto& [key, samples] : in_step) {
        Sample one{.run = number,
                   .repeat = std::get<0>(key),
                   .phase = std::get<1>(key),
                   .metrics = merge_values(samples, parts)};
        for (const NodeSample& each : samples) {
            one.t_s += in_seconds(each.end - start) / static_cast<double>(samples.size());
            one.dt_s += each.sample->dt_s / static_cast<double>(samples.size());
            one.unsettled = one.unsettled || each.sample->unsettled;
        }
        merged.push_back(std::move(one));
    }
    std::ranges::stable_sort(merged, {}, &Sample::t_s);
    return merged;
}

std::vector<record::HistogramLine> merge_histograms(std::span<const NodePart> parts, int number) {
    std::map<std::pair<std::string, std::string>, std::map<std::uint32_t, std::uint64_t>> all;
    for (const NodePart& part : parts) {
        if (part.run == nullptr) {
            continue;
        }
        for (const record::HistogramLine& line : part.run->histograms) {
            for (const auto& [bucket, count] : line.counts) {
                all[{line.metric, line.scheme}][bucket] += count;
            }
        }
    }
    std::vector<record::HistogramLine> merged;
    for (const auto& [name, counts] : all) {
        merged.push_back({.run = number,
                          .metric = name.first,
                          .scheme = name.second,
                          .counts = {counts.begin(), counts.end()}});
    }
    return merged;
}

/// The latencies of all reads, where each node has a histogram of its own.
void put_latencies(const RunData& merged, record::Summaries& metrics) {
    const auto line =
        std::ranges::find(merged.histograms, "read_latency", &record::HistogramLine::metric);
    if (line == merged.histograms.end() || line->scheme != metrics::LatencyHistogram::kScheme) {
        return;
    }
    const auto all = metrics::LatencyHistogram::from_sparse(line->counts);
    const auto put = [&](const std::string& key, double seconds) {
        if (metrics.contains(key) && std::isfinite(seconds)) {
            metrics[key] = {.value = seconds};
        }
    };
    put("read_latency_mean", all.mean_seconds());
    put("read_latency_max", all.max_seconds());
    for (const auto& percentile : metrics::kLatencyPercentiles) {
        put(std::string("read_latency_") + percentile.suffix,
            all.quantile_seconds(percentile.quantile));
    }
}

record::Summary summary_of(const std::vector<double>& values) {
    const auto interval = metrics::mean_interval_95(values);
    record::Summary summary{.value = interval.mean, .n = static_cast<int>(values.size())};
    if (interval.n > 1) {
        summary.low = std::max(0.0, interval.low);
        summary.high = interval.high;
    }
    return summary;
}

/// What only all nodes together have.
void put_common(std::span<const NodePart> parts, record::Summaries& metrics) {
    std::vector<double> rates;
    std::vector<double> first_done;
    std::vector<double> last_done;
    for (int repeat = 1; repeat <= repeats_of(parts); ++repeat) {
        if (const auto rate = summed_rate(parts, repeat)) {
            rates.push_back(*rate);
        }
        if (const auto finish = finish_rates(parts, repeat)) {
            first_done.push_back(finish->first_done);
            last_done.push_back(finish->last_done);
        }
    }
    if (!rates.empty()) {
        metrics[kRate] = summary_of(rates);
    }
    if (!first_done.empty()) {
        metrics["first_done_images_per_second"] = summary_of(first_done);
        metrics["last_done_images_per_second"] = summary_of(last_done);
    }
    if (const auto skew = start_skew_s(parts)) {
        metrics["start_skew"] = {.value = *skew};
    }
}

/// Each node's notes, with its name: one for all where all say the same.
std::vector<record::Note> merge_notes(std::span<const NodePart> parts, int number) {
    std::vector<SaidNote> said;
    for (const NodePart& part : parts) {
        if (part.run == nullptr) {
            continue;
        }
        for (const record::Note& note : part.run->notes) {
            said.push_back(
                {.node = part.node, .shares_machine = part.shares_machine, .note = note});
            said.back().note.run = number;
        }
    }
    return join_notes(std::move(said), parts.size());
}

std::string slowest_of(std::span<const std::pair<std::string, double>> rates) {
    return std::ranges::min_element(rates, {}, &std::pair<std::string, double>::second)->first;
}

}  // namespace

std::optional<FinishRates> finish_rates(std::span<const NodePart> parts, int repeat) {
    std::vector<std::vector<Stretch>> all;
    SteadyTime begin = SteadyTime::max();
    SteadyTime first_end = SteadyTime::max();
    SteadyTime last_end{};
    for (const NodePart& part : parts) {
        all.push_back(stretches_of(part, repeat));
        if (all.back().empty()) {
            return std::nullopt;
        }
        begin = std::min(begin, all.back().front().begin);
        first_end = std::min(first_end, all.back().back().end);
        last_end = std::max(last_end, all.back().back().end);
    }
    if (parts.empty() || first_end <= begin) {
        return std::nullopt;
    }
    FinishRates rates;
    for (const auto& stretches : all) {
        rates.first_done += images_until(stretches, first_end);
        rates.last_done += images_until(stretches, last_end);
    }
    rates.first_done /= in_seconds(first_end - begin);
    rates.last_done /= in_seconds(last_end - begin);
    return rates;
}

std::optional<double> start_skew_s(std::span<const NodePart> parts) {
    double longest = 0.0;
    for (int repeat = 1; repeat <= repeats_of(parts); ++repeat) {
        SteadyTime first = SteadyTime::max();
        SteadyTime last{};
        for (const NodePart& part : parts) {
            const auto begun = part.begun.find(repeat);
            if (begun == part.begun.end()) {
                return std::nullopt;
            }
            first = std::min(first, begun->second.at);
            last = std::max(last, begun->second.at);
        }
        longest = std::max(longest, in_seconds(last - first));
    }
    return repeats_of(parts) > 0 ? std::optional(longest) : std::nullopt;
}

std::optional<Straggler> find_straggler(std::span<const std::pair<std::string, double>> rates) {
    if (rates.size() < 2) {
        return std::nullopt;
    }
    std::vector<std::pair<std::string, double>> sorted(rates.begin(), rates.end());
    std::ranges::stable_sort(sorted, {}, &std::pair<std::string, double>::second);
    const std::size_t others = sorted.size() - 1;
    const double median = (sorted[1 + (others - 1) / 2].second + sorted[1 + others / 2].second) / 2;
    const double behind = median > 0.0 ? (1.0 - sorted.front().second / median) * 100.0 : 0.0;
    return behind >= kStragglerPercent
               ? std::optional(Straggler{.node = sorted.front().first, .behind_percent = behind})
               : std::nullopt;
}

std::optional<Straggler> straggler_of(const RunData& merged, std::span<const std::string> nodes) {
    const auto rates_in = [&](const auto& figures, auto value_of) {
        std::vector<std::pair<std::string, double>> rates;
        for (const std::string& node : nodes) {
            const auto found = figures.find(metrics::labelled(kRate, "node", node));
            if (found != figures.end()) {
                rates.emplace_back(node, value_of(found->second));
            }
        }
        return rates;
    };
    const auto slow = find_straggler(
        rates_in(merged.metrics, [](const record::Summary& figure) { return figure.value; }));
    if (!slow) {
        return std::nullopt;
    }
    int seconds = 0;
    int behind = 0;
    for (const Sample& sample : merged.samples) {
        const auto rates = rates_in(sample.metrics, [](double rate) { return rate; });
        if (sample.phase == Phase::Measured && rates.size() == nodes.size()) {
            ++seconds;
            behind += slow->node == slowest_of(rates) ? 1 : 0;
        }
    }
    constexpr double kSteadily = 0.75;
    return behind >= kSteadily * seconds ? slow : std::nullopt;
}

std::optional<Straggler> waited_for_in(const RunData& merged, std::span<const std::string> nodes) {
    std::vector<std::pair<std::string, double>> waits;
    for (const std::string& node : nodes) {
        const auto found = merged.metrics.find(metrics::labelled("step_wait", "node", node));
        if (found == merged.metrics.end()) {
            return std::nullopt;
        }
        waits.emplace_back(node, found->second.value);
    }
    if (waits.size() < 2) {
        return std::nullopt;
    }
    std::ranges::stable_sort(waits, {}, &std::pair<std::string, double>::second);
    const std::size_t others = waits.size() - 1;
    const double median = (waits[1 + (others - 1) / 2].second + waits[1 + others / 2].second) / 2;
    const double more = median - waits.front().second;
    return more >= kStragglerPercent
               ? std::optional(Straggler{.node = waits.front().first, .behind_percent = more})
               : std::nullopt;
}

RunData merge_runs(std::span<const NodePart> parts, int number) {
    RunData merged;
    const auto has_run = [](const NodePart& part) { return part.run != nullptr; };
    const auto first = std::ranges::find_if(parts, has_run);
    if (first != parts.end()) {
        merged.started = first->run->started;
    }
    merged.started.run = number;
    merged.started.settings.erase("dataset.node");
    merged.started.settings["node_count"] = static_cast<std::int64_t>(parts.size());
    merged.samples = merge_samples(parts, number);
    merged.histograms = merge_histograms(parts, number);
    merged.notes = merge_notes(parts, number);
    merged.status = worst_status(parts);
    merge_summaries(parts, merged.metrics, merged.absent);
    if (std::ranges::all_of(parts, has_run)) {
        put_latencies(merged, merged.metrics);
        put_common(parts, merged.metrics);
    }
    record::withhold_failed(merged.status, record::Origin::Measured, merged.metrics, merged.absent);
    return merged;
}

std::string with_subject(const std::string& failure) {
    constexpr std::array<std::string_view, 3> kVerbs{"has ", "was ", "did "};
    const bool lacks_it = std::ranges::any_of(
        kVerbs, [&](std::string_view verb) { return failure.starts_with(verb); });
    return lacks_it ? "it " + failure : failure;
}

}  // namespace throughline::hosts
