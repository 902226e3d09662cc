// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/pipeline/counts.h"

namespace throughline::pipeline {

/// A count with one writer and any number of readers; a plain add, no locked instruction.
class Counter {
public:
    void add(std::uint64_t amount) noexcept {
        value_.store(value_.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
    }
    std::uint64_t read() const noexcept { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> value_{0};
};

/// Each worker's counts, on cache lines of their own.
struct alignas(64) ReadCounters {
    Counter images;           ///< read without error, or out of the cache
    Counter cached;           ///< of these, out of the cache
    Counter failed;           ///< could not be opened or read
    Counter bytes_requested;  ///< asked of the kernel
    Counter bytes_read;
    Counter reads;         ///< read operations
    Counter reads_failed;  ///< requests that the device or the file system answered with an error
    Counter verify_ns;     ///< spent on checksums

    void add_to(Counts& counts) const noexcept;
};
struct alignas(64) DecodeCounters {
    Counter images;
    Counter failed;
    Counter progressive;  ///< of `images`
    Counter jpegs;        ///< of `images`, not out of a cache of decoded ones
    Counter pixels;       ///< width x height of `jpegs` as they are stored
    Counter augment_ns;   ///< what the change of colour cost the images where it was timed
    Counter augment_timed;

    void add_to(Counts& counts) const noexcept;
};
struct alignas(64) ConsumeCounters {
    Counter images;
    Counter batches;

    void add_to(Counts& counts) const noexcept;
};

}  // namespace throughline::pipeline
