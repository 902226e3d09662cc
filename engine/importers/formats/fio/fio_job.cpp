// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/fio/fio_job.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace {

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

void set_fio_latencies(FioFigures& figures,
                       const FioLatency& total,
                       const FioLatency& completion,
                       const FioLatency& submission) {
    figures.completion_mean = completion.mean;
    figures.completion_min = completion.min;
    figures.completion_max = completion.max;
    figures.submission_mean = submission.mean;
    figures.submits = submission.mean.value_or(0.0) > 0.0;
    const bool has_total = total.mean.value_or(0.0) > 0.0;
    const bool has_completion = completion.max.value_or(0.0) > 0.0;
    if (!figures.submits && has_completion && !figures.percentiles_of_total) {
        figures.latency_mean = completion.mean;
        figures.latency_min = completion.min;
        figures.latency_max = completion.max;
        return;
    }
    figures.latency_mean = total.mean;
    if (!has_total && completion.mean) {
        figures.latency_mean = *completion.mean + submission.mean.value_or(0.0);
    }
    const FioLatency& extremes = has_total || figures.submits ? total : completion;
    figures.latency_min = extremes.min;
    figures.latency_max = extremes.max;
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
    return found == options.end() ? std::string() : found->second;
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
        sum.completion_min = first_of(sum.completion_min, job->completion_min, std::less<>());
        sum.completion_max = first_of(sum.completion_max, job->completion_max, std::greater<>());
        const double requests = job->requests.value_or(0.0);
        weighable = weighable && requests > 0.0 && job->latency_mean.has_value();
        weight += requests;
        latency += requests * job->latency_mean.value_or(0.0);
        all_completions = all_completions && job->completion_mean.has_value();
        all_submissions = all_submissions && job->submission_mean.has_value();
        completion += requests * job->completion_mean.value_or(0.0);
        submission += requests * job->submission_mean.value_or(0.0);
        // Bins of different latencies make no percentile of either.
        all_bins = all_bins && !job->bins.empty() && job->submits == jobs.front()->submits &&
                   job->percentiles_of_total == jobs.front()->percentiles_of_total;
        sum.submits = sum.submits || job->submits;
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

}  // namespace throughline::importers
