// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/storage/answer_watch.h"
#include "engine/storage/buffer_pool.h"

namespace throughline::storage {

struct FileWrite {
    std::uint64_t offset_bytes = 0;  ///< with O_DIRECT a multiple of 4096, as the length
    std::uint64_t length_bytes = 0;  ///< at most the buffer's size
    std::uint32_t buffer = 0;        ///< index in the pool, not used by another write in flight
};

struct WriteDone {
    std::uint32_t buffer = 0;
    std::uint64_t bytes_written = 0;
    int errno_value = 0;    ///< 0: success; a short write is ENOSPC
    Nanoseconds latency{};  ///< from submit() to completion seen, steady clock
};

struct WriterOptions {
    int file = -1;          ///< open for writing, borrowed
    const char* path = "";  ///< of it, for messages; borrowed
    std::uint32_t queue_depth = 1;
    AnswerWatch* watch = nullptr;  ///< told of the writes under way; borrowed, may be null
};

/// Writes pool buffers into one open file through io_uring, `queue_depth` of them at once; where
/// io_uring is not to be had and the depth is 1, with pwrite(2).
/// Thread:  only the thread that made it.
/// Blocks:  wait(), until a completion or `timeout`; submit() never. What it takes goes to the
///          kernel with the next wait().
/// Errors:  Io + errno when the writer itself fails; the failure of one write is in WriteDone.
class FileWriter {
public:
    virtual ~FileWriter() = default;  ///< waits first: the kernel still reads borrowed memory
    /// At most queue_depth writes submitted and not yet returned by wait().
    virtual Result<void> submit(std::span<const FileWrite> writes) = 0;
    /// Returns how many entries of `out` were filled: at least one where one is in flight and came
    /// within `timeout`.
    virtual Result<std::size_t> wait(std::span<WriteDone> out, Nanoseconds timeout) = 0;
    virtual std::size_t in_flight() const noexcept = 0;
};

/// Errors: Unsupported where io_uring is switched off and the depth is above 1; Limit.
Result<std::unique_ptr<FileWriter>> make_file_writer(const WriterOptions& options,
                                                     const BufferPool& pool);

}  // namespace throughline::storage
