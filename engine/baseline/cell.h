// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/base/random.h"
#include "engine/baseline/sizes.h"
#include "engine/spec/settings.h"

namespace throughline::baseline {

/// How many per cent of the requests have this size.
struct SizeShare {
    std::uint64_t bytes;
    unsigned percent;
};
/// The sizes of ImageNet's files as fio's bssplit, on average 75.9 kB.
/// Source: catalogue, lambda-io-005.
std::span<const SizeShare> imagenet_sizes() noexcept;

/// One point of the grid: how storage is asked.
struct Cell {
    static constexpr std::uint64_t kSizeMix = 0;
    static constexpr std::uint32_t kDepthMax = 1024;
    static constexpr std::uint32_t kJobsMax = 64;
    static constexpr std::uint64_t kBlockMax = 64 * kMi;

    bool writes = false;
    bool random = true;
    bool direct = true;
    std::uint64_t block_bytes = 4096;  ///< a multiple of 4096, or kSizeMix
    std::uint32_t depth = 1;           ///< requests that each job keeps in flight
    std::uint32_t jobs = 1;            ///< threads
};

/// "randread", "read", "randwrite", "write": fio's words, so that its results stand beside ours.
const char* pattern_of(const Cell& cell) noexcept;
/// Of the largest request.
std::uint64_t largest_block(const Cell& cell) noexcept;
/// "4 KiB random reads, depth 32, 2 jobs".
std::string text_of(const Cell& cell);
/// What is recorded as set: pattern, storage.block_bytes or block_mix, storage.queue_depth,
/// storage.threads, storage.direct.
spec::Settings settings_of(const Cell& cell);

/// Where the requests of one job go.
struct Request {
    std::uint64_t offset_bytes = 0;
    std::uint64_t length_bytes = 0;
};
/// Random: anywhere, at multiples of the block size, as fio does it; those of the mix at multiples
/// of 4 KiB. Sequential: each job goes through a part of its own, again and again.
/// Thread: one owner.
class Requests {
public:
    /// `file_bytes` hold the largest request of each job.
    Requests(const Cell& cell, std::uint64_t file_bytes, std::uint32_t job, std::uint64_t seed);
    Request next();

private:
    std::uint64_t pick_length();

    const bool random_;
    const std::uint64_t block_bytes_;
    std::uint64_t begin_ = 0;  ///< of the part that is gone through
    std::uint64_t end_ = 0;
    std::uint64_t next_ = 0;
    Random generator_;
};

}  // namespace throughline::baseline
