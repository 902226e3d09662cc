// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/file_writer.h"

#include <liburing.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/storage/uring_ring.h"

namespace throughline::storage {
namespace {

WriteDone write_done(const FileWrite& write, std::int64_t result, SteadyTime since) {
    WriteDone done{.buffer = write.buffer, .latency = steady_now() - since};
    if (result < 0) {
        done.errno_value = static_cast<int>(-result);
    } else {
        done.bytes_written = static_cast<std::uint64_t>(result);
        done.errno_value = done.bytes_written < write.length_bytes ? ENOSPC : 0;
    }
    return done;
}

class UringWriter final : public FileWriter {
public:
    UringWriter(const WriterOptions& options, const BufferPool& pool, RingHandle ring)
        : pool_(pool), ring_(std::move(ring)), path_(options.path), asker_(options.watch) {
        registered_buffers_ = register_buffers(*ring_, pool).empty();
        registered_file_ = io_uring_register_files(ring_.get(), &options.file, 1) == 0;
        file_ = registered_file_ ? 0 : options.file;
        slots_.resize(options.queue_depth);
        for (std::uint32_t i = 0; i < options.queue_depth; ++i) {
            free_.push_back(i);
        }
    }
    UringWriter(const UringWriter&) = delete;
    UringWriter& operator=(const UringWriter&) = delete;
    ~UringWriter() override {
        std::array<WriteDone, 16> out{};
        while (in_flight() > 0 && wait(out, std::chrono::hours(1))) {
        }
    }

    Result<void> submit(std::span<const FileWrite> writes) override {
        const SteadyTime now = steady_now();
        for (const FileWrite& write : writes) {
            THROUGHLINE_CHECK(!free_.empty() &&
                              write.length_bytes <= pool_.buffer(write.buffer).size());
            const std::uint32_t slot = free_.back();
            free_.pop_back();
            slots_[slot] = {write, now};
            io_uring_sqe* const sqe = io_uring_get_sqe(ring_.get());
            THROUGHLINE_CHECK(sqe != nullptr);  // as many entries as slots
            const void* const from = pool_.buffer(write.buffer).data();
            const auto bytes = static_cast<unsigned>(write.length_bytes);
            if (registered_buffers_) {
                io_uring_prep_write_fixed(sqe,
                                          file_,
                                          from,
                                          bytes,
                                          write.offset_bytes,
                                          static_cast<int>(pool_.section_of(write.buffer)));
            } else {
                io_uring_prep_write(sqe, file_, from, bytes, write.offset_bytes);
            }
            if (registered_file_) {
                sqe->flags |= IOSQE_FIXED_FILE;
            }
            sqe->user_data = slot;
        }
        return {};
    }

    Result<std::size_t> wait(std::span<WriteDone> out, Nanoseconds timeout) override {
        if (in_flight() == 0) {
            return std::size_t{0};
        }
        if (io_uring_cq_ready(ring_.get()) == 0 || io_uring_sq_ready(ring_.get()) > 0) {
            watch_oldest();
            if (auto entered = enter(timeout); !entered) {
                return std::move(entered).error();
            }
            asker_.answered();
        }
        std::size_t count = 0;
        io_uring_cqe* cqe = nullptr;
        while (count < out.size() && io_uring_peek_cqe(ring_.get(), &cqe) == 0) {
            const auto slot = static_cast<std::uint32_t>(cqe->user_data);
            out[count++] = write_done(slots_[slot].write, cqe->res, slots_[slot].submitted_at);
            free_.push_back(slot);
            io_uring_cqe_seen(ring_.get(), cqe);
        }
        return count;
    }

    std::size_t in_flight() const noexcept override { return slots_.size() - free_.size(); }

private:
    struct Slot {
        FileWrite write;
        SteadyTime submitted_at = kNever;
    };

    void watch_oldest() noexcept {
        if (asker_.watched()) {
            asker_.asked(path_, steady_now(), static_cast<std::uint32_t>(in_flight()));
        }
    }
    Result<void> enter(Nanoseconds timeout) noexcept {
        const bool come = io_uring_cq_ready(ring_.get()) > 0;
        __kernel_timespec limit{.tv_sec = timeout.count() / 1'000'000'000,
                                .tv_nsec = timeout.count() % 1'000'000'000};
        io_uring_cqe* first = nullptr;
        const int result =
            come ? io_uring_submit_and_get_events(ring_.get())
                 : io_uring_submit_and_wait_timeout(ring_.get(), &first, 1, &limit, nullptr);
        // What is prepared stays in the queue for the next entry.
        if (result >= 0 || result == -ETIME || result == -EINTR || result == -EAGAIN ||
            result == -EBUSY) {
            return {};
        }
        return errno_error("io_uring_enter", -result);
    }

    const BufferPool& pool_;
    RingHandle ring_;
    const char* path_;
    AnswerWatch::Asker asker_;
    bool registered_buffers_ = false;
    bool registered_file_ = false;
    int file_ = -1;
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> free_;
};

/// One write after another, inside wait().
class BlockingWriter final : public FileWriter {
public:
    BlockingWriter(const WriterOptions& options, const BufferPool& pool)
        : pool_(pool), file_(options.file), path_(options.path), asker_(options.watch) {}

    Result<void> submit(std::span<const FileWrite> writes) override {
        THROUGHLINE_CHECK(writes.size() <= 1 && (writes.empty() || !waiting_));
        if (!writes.empty()) {
            write_ = writes.front();
            since_ = steady_now();
            waiting_ = true;
        }
        return {};
    }
    Result<std::size_t> wait(std::span<WriteDone> out, Nanoseconds /*timeout*/) override {
        if (!waiting_ || out.empty()) {
            return std::size_t{0};
        }
        asker_.asked(path_, since_);
        const ssize_t written = ::pwrite(file_,
                                         pool_.buffer(write_.buffer).data(),
                                         write_.length_bytes,
                                         static_cast<off_t>(write_.offset_bytes));
        const std::int64_t result = written < 0 ? -static_cast<std::int64_t>(errno) : written;
        asker_.answered();
        waiting_ = false;
        out.front() = write_done(write_, result, since_);
        return std::size_t{1};
    }
    std::size_t in_flight() const noexcept override { return waiting_ ? 1 : 0; }

private:
    const BufferPool& pool_;
    int file_;
    const char* path_;
    AnswerWatch::Asker asker_;
    FileWrite write_;
    SteadyTime since_ = kNever;
    bool waiting_ = false;
};

}  // namespace

Result<std::unique_ptr<FileWriter>> make_file_writer(const WriterOptions& options,
                                                     const BufferPool& pool) {
    auto setup = open_ring(options.queue_depth, options.queue_depth * 2);
    if (setup) {
        return std::unique_ptr<FileWriter>(
            std::make_unique<UringWriter>(options, pool, std::move(setup->ring)));
    }
    if (setup.error().code == ErrorCode::Unsupported && options.queue_depth == 1) {
        return std::unique_ptr<FileWriter>(std::make_unique<BlockingWriter>(options, pool));
    }
    return std::move(setup).error();
}

}  // namespace throughline::storage
