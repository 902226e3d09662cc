// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/pipeline/time_account.h"

namespace throughline::pipeline {

/// What all workers counted together: since the start, in an interval, or summed over several.
struct Counts {
    std::uint64_t images_delivered = 0;  ///< what images/s counts in these stages
    std::uint64_t images_read = 0;
    std::uint64_t images_cached = 0;  ///< not read, or not decoded, but out of the cache
    std::uint64_t images_decoded = 0;
    std::uint64_t images_failed = 0;
    std::uint64_t images_unread = 0;  ///< of these, not opened or not read
    std::uint64_t images_progressive = 0;  ///< of those decoded
    std::uint64_t jpegs_decoded = 0;       ///< of those decoded, not out of a cache of pixels
    std::uint64_t pixels_decoded = 0;      ///< width x height of these, as they are stored
    std::uint64_t augment_ns = 0;          ///< of the images where the change of colour was timed
    std::uint64_t augment_timed = 0;
    std::uint64_t bytes_requested = 0;
    std::uint64_t bytes_read = 0;
    std::uint64_t reads = 0;
    std::uint64_t reads_failed = 0;  ///< answered with an error
    std::uint64_t batches = 0;
    std::uint64_t verify_ns = 0;  ///< readers' time for checksums
    WorkTimes read;
    WorkTimes decode;
    WorkTimes consume;
    /// Of the consumers' time at the step barrier: starved until the slowest of the step has come,
    /// blocked while gradients are exchanged between machines. Waits under way count so far.
    WorkTimes meet;
    double encoded_fill_ns = 0.0;  ///< integral of the fill share (0..1) over time
    double batches_fill_ns = 0.0;

    Counts& operator+=(const Counts& other) noexcept;
    friend Counts operator-(Counts left, const Counts& right) noexcept;
};

}  // namespace throughline::pipeline
