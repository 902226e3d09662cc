// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/read_memory.h"

#include <algorithm>

#include "engine/pipeline/image_room.h"
#include "engine/pipeline/page_runs.h"
#include "engine/storage/reader.h"

namespace throughline::pipeline {
namespace {

constexpr std::uint32_t kChunksPerShardMin = 2;  // one is read while the other is emptied

}  // namespace

std::uint64_t ReadMemory::bytes() const noexcept {
    const std::uint64_t chunks =
        stream ? std::uint64_t{shards} * chunks_per_shard * chunk_bytes : std::uint64_t{0};
    return chunks + pages * kPageBytes;
}

ReadMemory plan_read_memory(const ReadMemoryNeeds& needs) {
    const auto& images = *needs.images;
    const bool records = needs.whole_records;
    const double mean =
        static_cast<double>(records ? images.record_bytes_total() : images.bytes_total()) /
        static_cast<double>(std::max<std::size_t>(images.size(), 1));
    const std::uint64_t most = records ? images.record_bytes_max() : images.bytes_max();
    ReadMemory memory{.stream = needs.stream};
    if (needs.stream) {
        memory.shards = needs.interleave;
        memory.chunks_per_shard = std::max(
            kChunksPerShardMin, (needs.queue_depth + needs.interleave - 1) / needs.interleave);
        memory.chunk_bytes = needs.chunk_bytes;
        if (!needs.hands_on) {
            memory.pages = 0;
            return memory;
        }
        memory.tickets = needs.prefetch_images + needs.held_images + needs.shuffle_window + 1;
        memory.pages = room_pages(memory.tickets, mean, most);
        return memory;
    }
    // A read begins and ends on block boundaries: up to a page more than the image.
    const std::uint64_t frame = images.whole_files() ? 0 : kPageBytes;
    memory.tickets = needs.queue_depth;
    if (needs.hands_on) {
        memory.tickets += needs.prefetch_images + needs.held_images;
    }
    memory.pages = room_pages(memory.tickets, mean + static_cast<double>(frame), most + frame);
    return memory;
}

}  // namespace throughline::pipeline
