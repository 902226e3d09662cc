// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/storage/answer_watch.h"
#include "engine/storage/buffer_pool.h"

namespace throughline::storage {

class AnswerTimes;

/// Read `length_bytes` of a file into a pool buffer, from `offset_bytes` on: open and read; it is
/// closed then, or with a later read. A file that many reads go to is opened once, at the first of
/// them, and stays open until the reader needs its place (ReaderOptions::files_open_max); one that
/// cannot be opened fails each read.
struct FileRead {
    static constexpr std::uint32_t kOpenForThis = UINT32_MAX;

    int directory_fd = -1;              ///< borrowed until the completion
    const char* path = nullptr;         ///< relative to directory_fd, borrowed until the completion
    std::uint64_t offset_bytes = 0;     ///< any; O_DIRECT reads whole blocks around it
    std::uint64_t length_bytes = 0;     ///< with read_room_bytes(), at most the buffer's size
    std::uint32_t file = kOpenForThis;  ///< number of a file that stays open between reads: from 0
                                        ///< on, without large gaps; always with the same path
    std::uint32_t buffer = 0;           ///< index in the pool, not used by another read in flight
    std::uint64_t tag = 0;              ///< handed back unchanged
};

/// Room that a read needs in its buffer: O_DIRECT begins and ends it on block boundaries.
constexpr std::uint64_t read_room_bytes(std::uint64_t offset_bytes, std::uint64_t length_bytes) {
    constexpr std::uint64_t kBlock = 4096;
    const std::uint64_t begin = offset_bytes / kBlock * kBlock;
    return (offset_bytes + length_bytes + kBlock - 1) / kBlock * kBlock - begin;
}

/// The step at which a read failed.
enum class ReadStep : std::uint8_t {
    None,
    Open,
    Read,
    Kind,  ///< what has the name is not, or no longer, a regular file: a FIFO, a device, a folder
};

struct ReadDone {
    std::uint64_t tag = 0;
    std::uint32_t buffer = 0;
    std::uint32_t lead_bytes = 0;       ///< in the buffer before the first byte asked for
    std::uint64_t bytes_read = 0;       ///< less than asked when the file has become shorter
    std::uint64_t bytes_requested = 0;  ///< asked of the kernel: whole blocks with O_DIRECT
    std::uint32_t reads = 0;            ///< read operations issued for it; with mmap, copies
    int errno_value = 0;                ///< 0: success; one item's failure is data, not an Error
    ReadStep failed_step = ReadStep::None;
    const char* reason = nullptr;  ///< why it failed, of a store, as a sentence; valid until the
                                   ///< reader's next submit()
    Nanoseconds first_byte{};      ///< of a store: from the request sent to the answer's first
                                   ///< byte; of a read of several requests their mean
    Nanoseconds body{};            ///< likewise: from there to its last byte
    Nanoseconds latency{};         ///< from submit() to completion seen, steady clock; the blocking
                            ///< readers ask nothing of the kernel before their open(2), or where
                            ///< the file is open before their read: from there
};

enum class ReaderKind : std::uint8_t { Uring, Blocking, Mapped };

/// What the kernel is told about buffered reads: posix_fadvise(2), with mmap madvise(2).
enum class ReadAdvice : std::uint8_t {
    Normal,      ///< nothing
    Sequential,  ///< each file as a whole: read ahead twice as far
    Random,      ///< each file as a whole: do not read ahead
    WillNeed,    ///< the bytes of each read, all at once, just before it
};

struct ReaderOptions {
    ReaderKind kind = ReaderKind::Uring;
    bool direct_io = true;           ///< O_DIRECT; not with mmap
    std::uint32_t queue_depth = 32;  ///< reads in flight; [1, 4096]
    std::uint64_t block_bytes = 0;   ///< a read is cut in requests of this size, one after another;
                                     ///< 0 = in one. With O_DIRECT a multiple of 4096
    ReadAdvice advice = ReadAdvice::Normal;
    std::uint32_t read_ahead = 0;          ///< blocking, buffered: so many of the next reads in the
                                           ///< queue are opened and asked for in advance
    bool register_buffers = true;          ///< io_uring
    std::uint32_t files_open_max = 8'192;  ///< of the files that stay open
    AnswerWatch* watch = nullptr;          ///< told of the reads under way; borrowed, may be null
    AnswerTimes* emulated = nullptr;       ///< not with mmap: reads are answered no earlier than it
                                           ///< says; borrowed, may be null
};

/// What a reader really uses, for the run's provenance.
struct ReaderFacts {
    std::string name;  ///< "io_uring", "pread" or "mmap"
    bool direct_io = false;
    bool registered_buffers = false;
    bool direct_descriptors = false;  ///< files are opened into the ring's own table
    bool huge_pages = false;          ///< most of the read buffers lie in them
    bool single_issuer = false;       ///< and DEFER_TASKRUN: completions run when asked for
    ReadAdvice advice = ReadAdvice::Normal;
    std::uint32_t read_ahead = 0;
    std::uint32_t files_open_max = 0;    ///< of the files that stay open
    std::vector<std::string> fallbacks;  ///< each thing asked for that could not be used, and why
};

/// What has the name of the file exists and is not a regular file: a FIFO, a device, a folder.
/// Asked only about reads that failed, came short or have no answer. Blocks: as stat(2) does.
bool is_other_kind(const FileRead& read) noexcept;

/// "read by io_uring, past the page cache (O_DIRECT); registered buffers; …", in English.
std::string describe(const ReaderFacts& facts);

/// Reads files, whole or in part, into pool buffers.
/// Thread:  only the thread that made it.
/// Blocks:  wait(), until `count_min` completions or `timeout`. submit() never: what it takes goes
///          to the kernel with the next wait(), in one system call with the waiting. The blocking
///          readers do their reads inside wait(), one after another.
/// Limits:  at most queue_depth reads submitted and not yet returned by wait(); submit() takes
///          fewer and returns how many.
/// Errors:  Io + errno when the reader itself fails. A file system without O_DIRECT is not an
///          error here: the read falls back to buffered and facts() says so.
/// Memory:  all taken when made; later only a few bytes for each further file that stays open.
class Reader {
public:
    virtual ~Reader() = default;  ///< drains first: the kernel still writes to borrowed memory
    virtual Result<std::size_t> submit(std::span<const FileRead> reads) = 0;
    /// `count_min` at most in_flight(); 0 only looks. Returns how many entries of `out` were
    /// filled, which may be more than `count_min`, and fewer after `timeout`.
    virtual Result<std::size_t> wait(std::span<ReadDone> out,
                                     std::size_t count_min,
                                     Nanoseconds timeout) = 0;
    virtual std::size_t in_flight() const noexcept = 0;
    virtual ReaderFacts facts() const = 0;
};

}  // namespace throughline::storage
