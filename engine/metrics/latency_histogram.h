// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace throughline::metrics {

/// Counts durations in log-linear buckets: exact below 128 ns, then 128 buckets per octave, so a
/// bucket is at most 1/128 = 0.8 % of its value wide. Values above ~2^40 ns (18 min) land in the
/// last bucket.
/// Thread: record() by one writer; add() and readers when the writer is done or from a copy made
/// with the writer's help. Memory fixed: kBuckets * 8 bytes. No allocation after construction.
class LatencyHistogram {
public:
    static constexpr unsigned kSubBits = 7;
    static constexpr unsigned kOctaves = 34;
    static constexpr std::size_t kBuckets = (kOctaves + 1U) << kSubBits;
    /// Name of this bucket layout in records.
    static constexpr const char* kScheme = "log2-128-ns";

    LatencyHistogram();

    void record(std::uint64_t nanoseconds) noexcept { ++counts_[bucket_of(nanoseconds)]; }
    void add(const LatencyHistogram& other) noexcept;
    void clear() noexcept;

    std::uint64_t count() const noexcept;
    /// Smallest value v such that at least `quantile` of all counts are <= v; in seconds, the
    /// bucket's midpoint. quantile in [0, 1]. 0 counts: NaN.
    double quantile_seconds(double quantile) const noexcept;
    double mean_seconds() const noexcept;
    double max_seconds() const noexcept { return quantile_seconds(1.0); }

    /// Non-empty buckets as [bucket, count], ascending.
    std::vector<std::pair<std::uint32_t, std::uint64_t>> sparse() const;
    static LatencyHistogram from_sparse(
        std::span<const std::pair<std::uint32_t, std::uint64_t>> counts);

    static std::size_t bucket_of(std::uint64_t nanoseconds) noexcept;
    static std::uint64_t bucket_low_ns(std::size_t bucket) noexcept;
    static std::uint64_t bucket_width_ns(std::size_t bucket) noexcept;

private:
    std::vector<std::uint64_t> counts_;
};

}  // namespace throughline::metrics
