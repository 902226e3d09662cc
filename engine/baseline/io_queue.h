// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/baseline/cell.h"
#include "engine/storage/buffer_pool.h"
#include "engine/storage/reader.h"

namespace throughline::baseline {

/// The file that a cell works on.
struct TargetFile {
    std::string path{};   ///< absolute; reads open it
    int descriptor = -1;  ///< of a file of our own, open for writing as the cell wants it; borrowed
    std::uint64_t bytes = 0;
};

struct QueuedRequest {
    Request request;
    std::uint32_t buffer = 0;
};
struct Completion {
    std::uint32_t buffer = 0;
    std::uint64_t bytes = 0;
    int errno_value = 0;
    Nanoseconds latency{};
};

/// Reads or writes of one job, as the cell has them. Thread: the one that made it.
class IoQueue {
public:
    virtual ~IoQueue() = default;  ///< waits for what is in flight
    virtual Result<void> submit(std::span<const QueuedRequest> requests) = 0;
    /// At least one, where one is in flight and comes within `timeout`.
    virtual Result<std::size_t> wait(std::span<Completion> out, Nanoseconds timeout) = 0;
    /// What is used for it; of writes only the name.
    virtual storage::ReaderFacts facts() const = 0;
};

struct QueueOptions {
    storage::AnswerWatch* watch = nullptr;
    storage::AnswerTimes* emulated = nullptr;
    bool uring = true;  ///< else one read after another with pread(2)
};
/// `cell`, `file` and `pool` live longer. Errors: those of make_reader() and make_file_writer().
Result<std::unique_ptr<IoQueue>> make_queue(const Cell& cell,
                                            const TargetFile& file,
                                            const QueueOptions& options,
                                            const storage::BufferPool& pool);

/// Random bytes for what is written, so that no device can pack it.
void fill_random(std::span<std::byte> memory, std::uint64_t seed);
/// Makes each of its pages another one than any before, so that no device can take it for one that
/// it has. `number`: of the page, never the same twice.
void stamp_pages(std::span<std::byte> memory, std::uint64_t number);

}  // namespace throughline::baseline
