// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/io_queue.h"

#include <fcntl.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "engine/base/random.h"
#include "engine/baseline/sizes.h"
#include "engine/storage/file_writer.h"
#include "engine/storage/make_reader.h"

namespace throughline::baseline {
namespace {

class ReadQueue final : public IoQueue {
public:
    ReadQueue(std::unique_ptr<storage::Reader> reader, const TargetFile& file, std::size_t depth)
        : reader_(std::move(reader)), path_(file.path.c_str()), done_(depth) {
        reads_.reserve(depth);
    }

    Result<void> submit(std::span<const QueuedRequest> requests) override {
        reads_.clear();
        for (const QueuedRequest& one : requests) {
            reads_.push_back({.directory_fd = AT_FDCWD,
                              .path = path_,
                              .offset_bytes = one.request.offset_bytes,
                              .length_bytes = one.request.length_bytes,
                              .file = 0,
                              .buffer = one.buffer});
        }
        auto taken = reader_->submit(reads_);
        return taken ? Result<void>() : Result<void>(std::move(taken).error());
    }

    Result<std::size_t> wait(std::span<Completion> out, Nanoseconds timeout) override {
        const std::size_t room = std::min(out.size(), done_.size());
        auto count = reader_->wait(std::span(done_).first(room), 1, timeout);
        for (std::size_t i = 0; count && i < *count; ++i) {
            out[i] = {.buffer = done_[i].buffer,
                      .bytes = done_[i].bytes_read,
                      .errno_value = done_[i].errno_value,
                      .latency = done_[i].latency};
        }
        return count;
    }

    storage::ReaderFacts facts() const override { return reader_->facts(); }

private:
    std::unique_ptr<storage::Reader> reader_;
    const char* path_;
    std::vector<storage::FileRead> reads_;
    std::vector<storage::ReadDone> done_;
};

class WriteQueue final : public IoQueue {
public:
    WriteQueue(std::unique_ptr<storage::FileWriter> writer,
               const storage::BufferPool& pool,
               const Cell& cell,
               std::uint64_t seed)
        : writer_(std::move(writer)), pool_(pool), direct_(cell.direct), done_(cell.depth) {
        writes_.reserve(cell.depth);
        fill_random({pool.buffer(0).data(), pool.bytes_total()}, seed);
        page_ = seed << 40U;
    }

    Result<void> submit(std::span<const QueuedRequest> requests) override {
        writes_.clear();
        for (const QueuedRequest& one : requests) {
            const std::uint64_t length = one.request.length_bytes;
            stamp_pages(pool_.buffer(one.buffer).first(length), page_);
            page_ += length / kPageBytes + 1;
            writes_.push_back({one.request.offset_bytes, length, one.buffer});
        }
        return writer_->submit(writes_);
    }

    Result<std::size_t> wait(std::span<Completion> out, Nanoseconds timeout) override {
        const std::size_t room = std::min(out.size(), done_.size());
        auto count = writer_->wait(std::span(done_).first(room), timeout);
        for (std::size_t i = 0; count && i < *count; ++i) {
            out[i] = {
                done_[i].buffer, done_[i].bytes_written, done_[i].errno_value, done_[i].latency};
        }
        return count;
    }

    storage::ReaderFacts facts() const override {
        storage::ReaderFacts facts;
        facts.name = "writes";
        facts.direct_io = direct_;
        return facts;
    }

private:
    std::unique_ptr<storage::FileWriter> writer_;
    const storage::BufferPool& pool_;
    bool direct_;
    std::uint64_t page_ = 0;
    std::vector<storage::FileWrite> writes_;
    std::vector<storage::WriteDone> done_;
};

}  // namespace

Result<std::unique_ptr<IoQueue>> make_queue(const Cell& cell,
                                            const TargetFile& file,
                                            const QueueOptions& options,
                                            const storage::BufferPool& pool) {
    if (cell.writes) {
        auto writer = storage::make_file_writer({.file = file.descriptor,
                                                 .path = file.path.c_str(),
                                                 .queue_depth = cell.depth,
                                                 .watch = options.watch},
                                                pool);
        if (!writer) {
            return std::move(writer).error();
        }
        const auto seed = static_cast<std::uint64_t>(steady_now().time_since_epoch().count());
        return std::unique_ptr<IoQueue>(
            std::make_unique<WriteQueue>(*std::move(writer), pool, cell, seed));
    }
    auto reader = storage::make_reader(
        {.kind = options.uring ? storage::ReaderKind::Uring : storage::ReaderKind::Blocking,
         .direct_io = cell.direct,
         .queue_depth = cell.depth,
         .files_open_max = 1,
         .watch = options.watch,
         .emulated = options.emulated},
        pool);
    if (!reader) {
        return std::move(reader).error();
    }
    return std::unique_ptr<IoQueue>(
        std::make_unique<ReadQueue>(*std::move(reader), file, cell.depth));
}

void fill_random(std::span<std::byte> memory, std::uint64_t seed) {
    Random random(seed);
    for (std::size_t at = 0; at < memory.size(); at += sizeof(std::uint64_t)) {
        const std::uint64_t word = random.next();
        std::memcpy(&memory[at], &word, std::min(sizeof(word), memory.size() - at));
    }
}

void stamp_pages(std::span<std::byte> memory, std::uint64_t number) {
    for (std::size_t at = 0; at + sizeof(number) <= memory.size(); at += kPageBytes, ++number) {
        std::memcpy(&memory[at], &number, sizeof(number));
    }
}

}  // namespace throughline::baseline
