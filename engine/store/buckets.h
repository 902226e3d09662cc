// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/store/columns.h"

// Level 1 of a run's samples: what a chart of a long run is drawn from.
namespace throughline::store {

/// Sample lines that make a bucket. Of a million samples 15,625 are left: some for each pixel.
inline constexpr std::size_t kBucketLines = 64;
inline constexpr std::size_t kBucketsOfChunk = kChunkValuesMax / kBucketLines;
static_assert(kChunkValuesMax % kBucketLines == 0);

/// How much a sample counts in a mean: as long as it is. What has no length counts next to nothing
/// beside others that have one, and alone as much as each other.
inline double weight_of(double dt_s) {
    return std::max(dt_s, 1e-9);
}

/// The values of one metric in a full chunk, kBucketsOfChunk of each column. Where a bucket has no
/// value its count is 0 and the rest means nothing.
struct Buckets {
    std::vector<double> low;
    std::vector<double> high;
    std::vector<double> weighted;  ///< each value times its weight, summed
    std::vector<double> weight;    ///< s
    std::vector<std::uint16_t> counts;
};

/// `positions`: the line of the chunk that each value is of, ascending; `dt_s`: how long its lines
/// are.
Buckets buckets_of(std::span<const double> values,
                   std::span<const std::uint16_t> positions,
                   std::span<const double> dt_s);

/// low, high, weighted and weight behind each other.
std::string pack_buckets(const Buckets& buckets);
/// Errors: Format when the bytes are not those of kBucketsOfChunk buckets.
Result<Buckets> unpack_buckets(std::string_view values, std::string_view counts);

/// When each bucket of a full chunk ends, and the time from the start of its first line until then;
/// in seconds, of lines that end at `t_s` and are `dt_s` long.
struct BucketTimes {
    std::vector<double> t_s;
    std::vector<double> dt_s;
};
BucketTimes bucket_times(std::span<const double> t_s, std::span<const double> dt_s);

}  // namespace throughline::store
