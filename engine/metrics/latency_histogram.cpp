// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/latency_histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace throughline::metrics {
namespace {

/// Midpoint of the whole nanoseconds that share a bucket: exact for buckets of one.
double midpoint_seconds(std::size_t bucket) noexcept {
    const auto low = static_cast<double>(LatencyHistogram::bucket_low_ns(bucket));
    const auto width = static_cast<double>(LatencyHistogram::bucket_width_ns(bucket));
    return (low + (width - 1.0) / 2.0) * 1e-9;
}

}  // namespace

LatencyHistogram::LatencyHistogram() : counts_(kBuckets, 0) {}

void LatencyHistogram::add(const LatencyHistogram& other) noexcept {
    for (std::size_t i = 0; i < kBuckets; ++i) {
        counts_[i] += other.counts_[i];
    }
}

void LatencyHistogram::drop_longest(std::uint64_t most, std::uint64_t nanoseconds) noexcept {
    const std::size_t least = bucket_of(nanoseconds);
    for (std::size_t bucket = kBuckets; bucket-- > least && most > 0;) {
        const std::uint64_t dropped = std::min(most, counts_[bucket]);
        counts_[bucket] -= dropped;
        most -= dropped;
    }
}

void LatencyHistogram::clear() noexcept {
    std::fill(counts_.begin(), counts_.end(), 0);
}

std::uint64_t LatencyHistogram::count() const noexcept {
    return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}

double LatencyHistogram::quantile_seconds(double quantile) const noexcept {
    const std::uint64_t total = count();
    if (total == 0) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const double wanted = std::ceil(std::clamp(quantile, 0.0, 1.0) * static_cast<double>(total));
    const std::uint64_t rank = wanted >= static_cast<double>(total)
                                   ? total
                                   : std::max(std::uint64_t{1}, static_cast<std::uint64_t>(wanted));
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < kBuckets; ++i) {
        seen += counts_[i];
        if (seen >= rank) {
            return midpoint_seconds(i);
        }
    }
    return midpoint_seconds(kBuckets - 1);
}

bool LatencyHistogram::can_tell(double quantile) const noexcept {
    return static_cast<double>(count()) * (1.0 - quantile) > 1.0 - 1e-9;
}

double LatencyHistogram::mean_seconds() const noexcept {
    const std::uint64_t total = count();
    if (total == 0) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    double sum = 0.0;
    for (std::size_t i = 0; i < kBuckets; ++i) {
        sum += static_cast<double>(counts_[i]) * midpoint_seconds(i);
    }
    return sum / static_cast<double>(total);
}

std::vector<std::pair<std::uint32_t, std::uint64_t>> LatencyHistogram::sparse() const {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> pairs;
    for (std::size_t i = 0; i < kBuckets; ++i) {
        if (counts_[i] > 0) {
            pairs.emplace_back(static_cast<std::uint32_t>(i), counts_[i]);
        }
    }
    return pairs;
}

LatencyHistogram LatencyHistogram::from_sparse(
    std::span<const std::pair<std::uint32_t, std::uint64_t>> counts) {
    LatencyHistogram histogram;
    for (const auto& [bucket, count] : counts) {
        histogram.counts_[std::min<std::size_t>(bucket, kBuckets - 1)] += count;
    }
    return histogram;
}

std::uint64_t LatencyHistogram::bucket_low_ns(std::size_t bucket) noexcept {
    constexpr std::size_t kPerOctave = std::size_t{1} << kSubBits;
    if (bucket < kPerOctave) {
        return bucket;
    }
    const std::size_t octave = (bucket >> kSubBits) - 1;
    return static_cast<std::uint64_t>(kPerOctave + bucket % kPerOctave) << octave;
}

std::uint64_t LatencyHistogram::bucket_width_ns(std::size_t bucket) noexcept {
    return bucket < (std::size_t{2} << kSubBits) ? 1
                                                 : std::uint64_t{1} << ((bucket >> kSubBits) - 1);
}

}  // namespace throughline::metrics
