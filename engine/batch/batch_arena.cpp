// SPDX-License-Identifier: Apache-2.0
#include "engine/batch/batch_arena.h"

#include <sys/mman.h>

#include <cerrno>
#include <string>

namespace throughline::batch {
namespace {

constexpr std::uint64_t kPageBytes = 4096;

std::uint64_t slot_bytes_of(const BatchArena::Options& options) noexcept {
    const std::uint64_t bytes = options.images_per_slot * options.bytes_per_image;
    return (bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
}

}  // namespace

void BatchArena::MappingTraits::release(Raw raw) noexcept {
    ::munmap(raw.address, raw.bytes);
}

std::uint64_t BatchArena::bytes_needed(const Options& options) noexcept {
    return options.slots * slot_bytes_of(options);
}

Result<BatchArena> BatchArena::make(const Options& options) {
    THROUGHLINE_CHECK(options.slots > 0 && options.images_per_slot > 0);
    THROUGHLINE_CHECK(options.bytes_per_image > 0);
    const std::uint64_t bytes = bytes_needed(options);
    void* address = ::mmap(
        nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (address == MAP_FAILED) {
        return errno_error("allocate " + std::to_string(bytes) + " bytes for batch slots", errno);
    }
    BatchArena arena;
    arena.memory_.reset({static_cast<std::byte*>(address), bytes});
    arena.options_ = options;
    arena.slot_bytes_ = slot_bytes_of(options);
    return arena;
}

}  // namespace throughline::batch
