// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/fio_job.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/importers/scan.h"
#include "engine/importers/units.h"

namespace throughline::importers {
namespace {

/// A latency object and its unit: fio wrote `clat` in microseconds and writes `clat_ns` since 2.99.
struct Latency {
    JsonValue object{};
    double unit = kNano;

    std::optional<double> value(std::string_view key) const {
        return measured() ? scaled(object[key].number_or_nan(), unit) : std::nullopt;
    }

    /// fio prints zeros for what it did not measure (gtod_reduce, disable_lat, the submission of
    /// synchronous engines). "N", since 3.18, says how often it did.
    bool measured() const {
        const auto count = object["N"].number();
        return count.value_or(0.0) > 0.0 || object["max"].number().value_or(0.0) > 0.0 ||
               (!count && object["mean"].number().value_or(0.0) > 0.0);
    }
};

Latency latency_of(JsonValue direction, std::string_view name) {
    if (const JsonValue in_ns = direction[std::string(name) + "_ns"]) {
        return {in_ns, kNano};
    }
    return {direction[name], kMicro};
}

void take_percentiles(const Latency& latency, FioFigures& figures) {
    if (!latency.measured() && !latency.object["bins"]) {
        return;
    }
    for (const JsonValue entry : latency.object["percentile"]) {
        const auto percent = parse_number(entry.key());
        const auto value = entry.number_or_nan();
        // Old files hold "0.00": 0 for places that were not used.
        if (percent && value && *percent > 0.0) {
            figures.percentiles.emplace(*percent, *value * latency.unit);
        }
    }
    const JsonValue bins = latency.object["bins"];
    if (bins.is_cut()) {
        return;  // the slowest come last: percentiles of the rest would flatter
    }
    for (const JsonValue bin : bins) {
        const auto value = parse_number(bin.key());
        const auto count = bin.number();
        if (value && count && *count > 0.0) {
            figures.bins.push_back({*value * latency.unit, *count});
        }
    }
    std::sort(figures.bins.begin(), figures.bins.end(), [](const FioBin& a, const FioBin& b) {
        return a.seconds < b.seconds;
    });
}

void take_latencies(JsonValue direction, FioFigures& figures) {
    const Latency total = latency_of(direction, "lat");
    const Latency completion = latency_of(direction, "clat");
    const Latency submission = latency_of(direction, "slat");
    figures.completion_mean = completion.value("mean");
    figures.submission_mean = submission.value("mean");
    figures.latency_mean = total.value("mean");
    const bool has_total = figures.latency_mean.value_or(0.0) > 0.0;
    if (!has_total && figures.completion_mean) {
        figures.latency_mean = *figures.completion_mean + figures.submission_mean.value_or(0.0);
    }
    const Latency& extremes = has_total ? total : completion;
    figures.latency_min = extremes.value("min");
    figures.latency_max = extremes.value("max");
    take_percentiles(completion, figures);
    if (figures.percentiles.empty() && figures.bins.empty()) {
        take_percentiles(total, figures);
        figures.percentiles_of_total = !figures.percentiles.empty() || !figures.bins.empty();
    }
}

std::optional<double> added(std::optional<double> a, std::optional<double> b) {
    return a && b ? std::optional(*a + *b) : (a ? a : b);
}

/// The one that `before` puts first; NaN, which a file may hold, wins, so that it is not hidden.
template <class Before>
std::optional<double> first_of(std::optional<double> a, std::optional<double> b, Before before) {
    if (!a || !b) {
        return a ? a : b;
    }
    return std::isnan(*b) || before(*b, *a) ? b : a;
}

/// By more than what starting and stopping makes of it, of jobs that all say how long they ran.
bool runtimes_differ(const std::vector<const FioFigures*>& jobs) {
    constexpr double kSameShare = 0.97;
    double shortest = HUGE_VAL;
    double longest = 0.0;
    for (const FioFigures* const job : jobs) {
        if (!job->runtime_s || !job->bytes || !job->requests || *job->runtime_s <= 0.0) {
            return false;
        }
        shortest = std::min(shortest, *job->runtime_s);
        longest = std::max(longest, *job->runtime_s);
    }
    return shortest < kSameShare * longest;
}

}  // namespace

const char* name_of(FioDirection direction) noexcept {
    switch (direction) {
        case FioDirection::Read:
            return "read";
        case FioDirection::Write:
            return "write";
        case FioDirection::Mixed:
            return "mixed";
    }
    return "";
}

std::optional<FioFigures> fio_figures(JsonValue job, FioDirection which) {
    const JsonValue direction = job[name_of(which)];
    const auto bytes = direction["io_bytes"].number_or_nan();
    const auto requests = direction["total_ios"].number_or_nan();
    const bool did_anything = bytes.value_or(0.0) > 0.0 || requests.value_or(0.0) > 0.0;
    if (!did_anything) {
        return std::nullopt;
    }
    FioFigures figures;
    // `io_bytes` was KiB until `io_kbytes` came beside it (2.21).
    figures.bytes = scaled(bytes, direction["io_kbytes"] ? 1.0 : kKiB);
    const auto exact = direction["bw_bytes"].number_or_nan();
    figures.bytes_per_second = exact ? exact : scaled(direction["bw"].number_or_nan(), kKiB);
    figures.iops = direction["iops"].number_or_nan();
    figures.requests = requests;
    figures.runtime_s = seconds_of_ms(direction["runtime"].number());
    take_latencies(direction, figures);
    figures.cut = direction.is_cut();
    return figures;
}

std::optional<double> percentile_of(const FioBins& bins, double percent) {
    double total = 0.0;
    for (const FioBin& bin : bins) {
        total += bin.count;
    }
    const double wanted = total * percent / 100.0;
    double seen = 0.0;
    for (const FioBin& bin : bins) {
        seen += bin.count;
        if (seen >= wanted) {
            return bin.seconds;
        }
    }
    return std::nullopt;
}

std::string FioJob::option(std::string_view key) const {
    const auto found = options.find(key);
    return found == options.end() ? std::string() : found->second.words();
}

FioJob fio_job(JsonValue row, JsonValue global_options) {
    FioJob job;
    job.row = row;
    job.name = row["jobname"].words();
    job.host = row["hostname"].words();
    job.group = static_cast<int>(std::clamp(row["groupid"].number().value_or(0.0), -1e6, 1e6));
    job.error = row["error"].number().value_or(0.0);
    for (const JsonValue option : row["job options"]) {
        job.options.emplace(option.key(), option);
    }
    for (const JsonValue option : global_options) {
        job.options.emplace(option.key(), option);
    }
    for (const FioDirection direction : kFioDirections) {
        if (auto figures = fio_figures(row, direction)) {
            job.figures.emplace(direction, *std::move(figures));
        }
    }
    return job;
}

FioFigures sum_of(const std::vector<const FioFigures*>& jobs) {
    if (jobs.size() == 1) {
        return *jobs.front();
    }
    FioFigures sum;
    double weight = 0.0;
    double latency = 0.0;
    double completion = 0.0;
    double submission = 0.0;
    bool weighable = true;
    bool all_completions = true;
    bool all_submissions = true;
    bool all_bins = true;
    for (const FioFigures* const job : jobs) {
        sum.bytes = added(sum.bytes, job->bytes);
        sum.bytes_per_second = added(sum.bytes_per_second, job->bytes_per_second);
        sum.iops = added(sum.iops, job->iops);
        sum.requests = added(sum.requests, job->requests);
        sum.runtime_s = std::max(sum.runtime_s.value_or(0.0), job->runtime_s.value_or(0.0));
        sum.latency_min = first_of(sum.latency_min, job->latency_min, std::less<>());
        sum.latency_max = first_of(sum.latency_max, job->latency_max, std::greater<>());
        const double requests = job->requests.value_or(0.0);
        weighable = weighable && requests > 0.0 && job->latency_mean.has_value();
        weight += requests;
        latency += requests * job->latency_mean.value_or(0.0);
        all_completions = all_completions && job->completion_mean.has_value();
        all_submissions = all_submissions && job->submission_mean.has_value();
        completion += requests * job->completion_mean.value_or(0.0);
        submission += requests * job->submission_mean.value_or(0.0);
        all_bins = all_bins && !job->bins.empty();
        sum.percentiles_of_total = sum.percentiles_of_total || job->percentiles_of_total;
        sum.cut = sum.cut || job->cut;
    }
    if (runtimes_differ(jobs) && sum.bytes && sum.requests) {
        sum.over_longest = true;
        sum.bytes_per_second = ratio(sum.bytes, sum.runtime_s);
        sum.iops = ratio(sum.requests, sum.runtime_s);
    }
    if (weighable && weight > 0.0) {
        sum.latency_mean = latency / weight;
        sum.completion_mean = all_completions ? std::optional(completion / weight) : std::nullopt;
        sum.submission_mean = all_submissions ? std::optional(submission / weight) : std::nullopt;
    }
    if (all_bins) {
        std::map<double, double> counts;
        for (const FioFigures* const job : jobs) {
            for (const auto& [seconds, count] : job->bins) {
                counts[seconds] += count;
            }
        }
        for (const auto& [seconds, count] : counts) {
            sum.bins.push_back({seconds, count});
        }
    }
    return sum;
}

JsonValue fio_rows(JsonValue document) {
    return document["client_stats"] ? document["client_stats"] : document["jobs"];
}

}  // namespace throughline::importers
