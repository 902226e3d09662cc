// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace throughline::metrics {

/// Counts durations in log-linear buckets: exact below 128 ns, then 128 buckets per octave, so a
/// bucket is at most 1/128 = 0.8 % of its value wide. Values from 2^41 ns (37 min) on land in the
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
    /// Takes out up to `most` of the longest, of those that lasted at least `nanoseconds`, as far
    /// as the buckets tell.
    void drop_longest(std::uint64_t most, std::uint64_t nanoseconds) noexcept;

    std::uint64_t count() const noexcept;
    /// Smallest value v such that at least `quantile` of all counts are <= v; in seconds, the
    /// bucket's midpoint. quantile in [0, 1]. 0 counts: NaN.
    double quantile_seconds(double quantile) const noexcept;
    /// False where fewer than one value lies beyond the quantile, so that it would be the largest.
    bool can_tell(double quantile) const noexcept;
    /// Mean of the buckets' midpoints, at most 0.4 % off. 0 counts: NaN.
    double mean_seconds() const noexcept;
    double max_seconds() const noexcept { return quantile_seconds(1.0); }

    /// Non-empty buckets as [bucket, count], ascending. Read back, a bucket beyond the last one
    /// (a damaged record) counts as the last one.
    std::vector<std::pair<std::uint32_t, std::uint64_t>> sparse() const;
    static LatencyHistogram from_sparse(
        std::span<const std::pair<std::uint32_t, std::uint64_t>> counts);

    static constexpr std::size_t bucket_of(std::uint64_t nanoseconds) noexcept {
        if (nanoseconds < (1U << kSubBits)) {
            return static_cast<std::size_t>(nanoseconds);
        }
        const unsigned octave = static_cast<unsigned>(std::bit_width(nanoseconds)) - 1U - kSubBits;
        if (octave >= kOctaves) {
            return kBuckets - 1;
        }
        return (static_cast<std::size_t>(octave) << kSubBits) +
               static_cast<std::size_t>(nanoseconds >> octave);
    }
    static std::uint64_t bucket_low_ns(std::size_t bucket) noexcept;
    static std::uint64_t bucket_width_ns(std::size_t bucket) noexcept;

private:
    std::vector<std::uint64_t> counts_;
};

}  // namespace throughline::metrics
