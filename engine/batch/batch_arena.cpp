// SPDX-License-Identifier: Apache-2.0
#include "engine/batch/batch_arena.h"

#include <string>
#include <utility>

#include "engine/base/say.h"

namespace throughline::batch {
namespace {

constexpr std::uint64_t kPageBytes = MemoryMapping::kPageBytes;

std::uint64_t slot_bytes_of(const BatchArena::Options& options) noexcept {
    const std::uint64_t bytes = options.images_per_slot * options.bytes_per_image;
    return (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
}

}  // namespace

std::uint64_t BatchArena::bytes_needed(const Options& options) noexcept {
    return options.slots * slot_bytes_of(options);
}

Result<BatchArena> BatchArena::make(const Options& options) {
    THROUGHLINE_CHECK(options.slots > 0 && options.images_per_slot > 0);
    THROUGHLINE_CHECK(options.bytes_per_image > 0);
    const std::uint64_t bytes = bytes_needed(options);
    const std::string act = say("reserve %1 bytes for batch slots", std::to_string(bytes));
    auto memory = options.shared ? MemoryMapping::make_shared(bytes, act, options.place)
                                 : MemoryMapping::make(bytes, act, options.place);
    if (!memory) {
        return std::move(memory).error();
    }
    BatchArena arena;
    arena.memory_ = *std::move(memory);
    arena.options_ = options;
    arena.slot_bytes_ = slot_bytes_of(options);
    return arena;
}

}  // namespace throughline::batch
