// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/baseline/io_queue.h"
#include "engine/baseline/own_folder.h"
#include "engine/baseline/sizes.h"
#include "engine/metrics/registry.h"
#include "engine/spec/settings.h"

namespace throughline::baseline {

/// Many small files against the same bytes in a few large ones.
struct MetadataPlan {
    std::uint64_t files = 10'000;
    std::uint64_t file_bytes = 16 * kKi;  ///< a multiple of 4096

    std::uint64_t bytes() const noexcept { return files * file_bytes; }
};
enum class Layout : std::uint8_t { Files, Shards };

/// Samples of a shard, as training data are often cut.
inline constexpr std::uint64_t kShardBytes = 64 * kMi;

/// What is recorded as set: pattern "metadata", format, file_count, file_size, samples.
spec::Settings settings_of(const MetadataPlan& plan, Layout layout, bool direct);

struct MetadataOutcome {
    metrics::MetricValues metrics{};
    storage::ReaderFacts facts{};
    std::uint64_t evict_failures =
        0;                ///< files that stayed in the page cache before they were read
    double sync_s = 0.0;  ///< until the device had what was written
};
/// One layout: create, write back and drop from the page cache, stat, open, list, read cold,
/// delete, in this order, by one thread; files are visited in a shuffled order where order matters,
/// reads keep 32 in flight. What stat, open and list cost is mostly what the kernel's caches cost,
/// as it has just made the files. `phase` hears what is under way. Errors: Stopped; those of the
/// calls.
Result<MetadataOutcome> measure_metadata(const OwnFolder& folder,
                                         const MetadataPlan& plan,
                                         Layout layout,
                                         bool direct,
                                         const QueueOptions& queue,
                                         const std::stop_token& stop,
                                         const std::function<void(const char*)>& phase);

}  // namespace throughline::baseline
