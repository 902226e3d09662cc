// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/dataset/image_set.h"

namespace throughline::pipeline {

/// How much memory one reader takes, settled before the run.
struct ReadMemory {
    bool stream = false;
    /// Images between reader and decoders, those being read or waiting in a window included.
    std::uint32_t tickets = 1;
    /// By index: what the kernel reads into, a run of pages an image. Streams: what images are
    /// copied to out of the chunks; 0 with storage alone, where nothing is copied.
    std::uint32_t pages = 1;
    // Streams: what the kernel reads into.
    std::uint32_t shards = 1;  ///< read at once
    std::uint32_t chunks_per_shard = 2;
    std::uint64_t chunk_bytes = 0;

    std::uint64_t bytes() const noexcept;
};

struct ReadMemoryNeeds {
    const dataset::ImageSet* images = nullptr;
    bool stream = false;
    bool hands_on = true;        ///< to decoders; otherwise storage alone
    bool whole_records = false;  ///< checksums are verified
    std::uint32_t queue_depth = 1;
    std::uint32_t prefetch_images = 0;  ///< waiting for decoders, a reader
    std::uint32_t held_images = 0;      ///< in decoders' hands, a reader
    std::uint32_t shuffle_window = 0;   ///< a reader
    std::uint32_t interleave = 1;
    std::uint64_t chunk_bytes = 0;
};
ReadMemory plan_read_memory(const ReadMemoryNeeds& needs);

}  // namespace throughline::pipeline
