// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/base/memory_mapping.h"
#include "engine/base/result.h"

namespace throughline::batch {

/// The memory of all batches, fixed before the run: `slots` slots of `images_per_slot` images.
/// Shape:  slot [images_per_slot, bytes_per_image], images back to back, so that a full slot is one
///         contiguous host-to-device copy; slots start on page boundaries.
/// Owner:  one arena per pipeline; slots are named by number, who may write one is SlotFiller's
///         business.
/// Thread: immutable after make().
class BatchArena {
public:
    struct Options {
        std::uint32_t slots = 4;
        std::uint32_t images_per_slot = 64;
        std::uint64_t bytes_per_image = 0;
        MemoryMapping::Placer place{};  ///< where its pages shall come from
        bool shared = false;            ///< another process can map it, by file()
    };
    /// Touches every page, so that the run meets no page fault. Errors: Limit with errno.
    static Result<BatchArena> make(const Options& options);

    /// What make() will take.
    static std::uint64_t bytes_needed(const Options& options) noexcept;

    std::span<std::byte> image(std::uint32_t slot, std::uint32_t index) const noexcept {
        return memory_.bytes().subspan(slot * slot_bytes_ + index * options_.bytes_per_image,
                                       options_.bytes_per_image);
    }
    const Options& options() const noexcept { return options_; }
    /// The file behind a shared arena; -1 otherwise.
    int file() const noexcept { return memory_.file(); }

private:
    BatchArena() = default;

    MemoryMapping memory_;
    Options options_;
    std::uint64_t slot_bytes_ = 0;
};

}  // namespace throughline::batch
