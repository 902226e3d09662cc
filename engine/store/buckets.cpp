// SPDX-License-Identifier: Apache-2.0
#include "engine/store/buckets.h"

#include <algorithm>

namespace throughline::store {
namespace {

constexpr std::size_t kColumns = 4;

std::vector<double> part(const std::vector<double>& values, std::size_t column) {
    const auto from = values.begin() + static_cast<std::ptrdiff_t>(column * kBucketsOfChunk);
    return {from, from + static_cast<std::ptrdiff_t>(kBucketsOfChunk)};
}

}  // namespace

Buckets buckets_of(std::span<const double> values,
                   std::span<const std::uint16_t> positions,
                   std::span<const double> dt_s) {
    Buckets buckets{.low = std::vector<double>(kBucketsOfChunk),
                    .high = std::vector<double>(kBucketsOfChunk),
                    .weighted = std::vector<double>(kBucketsOfChunk),
                    .weight = std::vector<double>(kBucketsOfChunk),
                    .counts = std::vector<std::uint16_t>(kBucketsOfChunk)};
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t at = positions[i] / kBucketLines;
        const double value = values[i];
        const double weight = weight_of(dt_s[positions[i]]);
        const bool first = buckets.counts[at] == 0;
        buckets.low[at] = first ? value : std::min(buckets.low[at], value);
        buckets.high[at] = first ? value : std::max(buckets.high[at], value);
        buckets.weighted[at] += value * weight;
        buckets.weight[at] += weight;
        ++buckets.counts[at];
    }
    return buckets;
}

std::string pack_buckets(const Buckets& buckets) {
    std::vector<double> all = buckets.low;
    for (const auto* column : {&buckets.high, &buckets.weighted, &buckets.weight}) {
        all.insert(all.end(), column->begin(), column->end());
    }
    return pack_column<double>(all);
}

Result<Buckets> unpack_buckets(std::string_view values, std::string_view counts) {
    auto all = unpack_column<double>(values, kColumns * kBucketsOfChunk);
    if (!all) {
        return std::move(all).error();
    }
    auto unpacked = unpack_column<std::uint16_t>(counts, kBucketsOfChunk);
    if (!unpacked) {
        return std::move(unpacked).error();
    }
    return Buckets{.low = part(*all, 0),
                   .high = part(*all, 1),
                   .weighted = part(*all, 2),
                   .weight = part(*all, 3),
                   .counts = *std::move(unpacked)};
}

BucketTimes bucket_times(std::span<const double> t_s, std::span<const double> dt_s) {
    BucketTimes times;
    for (std::size_t first = 0; first + kBucketLines <= t_s.size(); first += kBucketLines) {
        const double end = t_s[first + kBucketLines - 1];
        times.t_s.push_back(end);
        times.dt_s.push_back(end - (t_s[first] - dt_s[first]));
    }
    return times;
}

}  // namespace throughline::store
