// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/base/memory_mapping.h"
#include "engine/base/result.h"

namespace throughline::pipeline {

/// Images kept in memory, encoded or decoded: filled in the first epoch until the budget is used
/// up, then served; nothing is ever evicted. Every image is used once an epoch, so whatever an
/// eviction let in would be evicted again before its next use.
/// Source: Mohan et al., Analyzing and Mitigating Data Stalls in DNN Training, VLDB 2021 (MinIO).
/// Memory: the budget, taken when made, and 16 bytes per image of the set.
/// Thread: any; an image that several threads put at once is kept once.
class ItemCache {
public:
    struct Options {
        std::uint32_t images = 0;  ///< of the set
        std::uint64_t budget_bytes = 0;
    };
    /// Errors: Limit.
    static Result<std::unique_ptr<ItemCache>> make(const Options& options);

    /// Empty when it is not there. Valid as long as the cache lives.
    std::span<const std::byte> find(std::uint32_t item) const noexcept;
    /// Copies the image in. False: there is no room, or it is there already.
    bool put(std::uint32_t item, std::span<const std::byte> bytes) noexcept;

    std::uint64_t bytes_used() const noexcept { return used_.load(std::memory_order_relaxed); }

private:
    enum class State : std::uint8_t { Empty, Filling, Ready };
    struct Entry {
        std::uint64_t offset = 0;
        std::uint32_t bytes = 0;
        std::atomic<State> state{State::Empty};
    };
    ItemCache() = default;

    MemoryMapping memory_;
    std::uint64_t budget_bytes_ = 0;
    std::unique_ptr<Entry[]> entries_;
    std::atomic<std::uint64_t> used_{0};
};

}  // namespace throughline::pipeline
