// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/blocking_reader.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/storage/direct_io.h"
#include "engine/storage/read_plan.h"

namespace throughline::storage {
namespace {

int open_for_read(const FileRead& read, bool direct) {
    const int flags = O_RDONLY | O_CLOEXEC | (direct ? O_DIRECT : 0);
    for (;;) {
        const int fd = ::openat(read.directory_fd, read.path, flags);
        if (fd >= 0 || errno != EINTR) {
            return fd;
        }
    }
}

std::int64_t read_at(int fd, std::byte* to, const ReadPlan::Request& request) {
    for (;;) {
        const ssize_t got =
            ::pread(fd, to, request.length_bytes, static_cast<off_t>(request.offset_bytes));
        if (got >= 0) {
            return got;
        }
        if (errno != EINTR) {
            return -errno;
        }
    }
}

class BlockingReader final : public Reader {
public:
    BlockingReader(const ReaderOptions& options, const BufferPool& pool)
        : pool_(pool), options_(options), direct_(options.direct_io) {
        queue_.resize(options.queue_depth);
    }

    Result<std::size_t> submit(std::span<const FileRead> reads) override {
        const std::size_t count = std::min(reads.size(), queue_.size() - queued_);
        for (std::size_t i = 0; i < count; ++i) {
            THROUGHLINE_CHECK(reads[i].buffer < pool_.count());
            THROUGHLINE_CHECK(reads[i].length_bytes <= pool_.bytes_each());
            queue_[(first_ + queued_) % queue_.size()] = reads[i];
            ++queued_;
        }
        return count;
    }

    Result<std::size_t> wait(std::span<ReadDone> out,
                             std::size_t count_min,
                             Nanoseconds timeout) override {
        const std::int64_t deadline_ns = steady_now_ns() + timeout.count();
        const std::size_t count =
            std::min({out.size(), queued_, std::max<std::size_t>(count_min, 1)});
        std::size_t filled = 0;
        while (filled < count) {
            out[filled++] = read_file(queue_[first_]);
            first_ = (first_ + 1) % queue_.size();
            --queued_;
            if (steady_now_ns() >= deadline_ns) {
                break;
            }
        }
        return filled;
    }

    std::size_t in_flight() const noexcept override { return queued_; }

    ReaderFacts facts() const override {
        ReaderFacts facts;
        facts.name = "pread";
        direct_.describe(facts);
        return facts;
    }

private:
    ReadDone read_file(const FileRead& read) {
        direct_.look_at(read);
        const std::int64_t start_ns = steady_now_ns();
        ReadDone done;
        if (direct_.enabled()) {
            done = attempt(read, true);
            if (DirectIo::is_refusal(done.errno_value)) {
                direct_.refused(read.path, done.failed_step, done.errno_value);
                done = attempt(read, false);
            } else if (done.reads > 0 && done.errno_value == 0) {
                direct_.succeeded();
            }
        } else {
            done = attempt(read, false);
        }
        done.latency = Nanoseconds(steady_now_ns() - start_ns);
        return done;
    }

    ReadDone attempt(const FileRead& read, bool direct) {
        ReadDone done{.tag = read.tag, .buffer = read.buffer};
        const UniqueFd file(open_for_read(read, direct));
        if (!file) {
            done.errno_value = errno;
            done.failed_step = ReadStep::Open;
            return done;
        }
        std::byte* const memory = pool_.buffer(read.buffer).data();
        ReadPlan plan(read.length_bytes, options_.block_bytes, direct);
        while (!plan.finished()) {
            const ReadPlan::Request request = plan.request(0);
            plan.add_result(0, read_at(file.get(), memory + request.offset_bytes, request));
            plan.end_round(1);
        }
        done.bytes_read = plan.bytes_read();
        done.bytes_requested = plan.bytes_requested();
        done.reads = plan.reads();
        done.errno_value = plan.errno_value();
        done.failed_step = done.errno_value == 0 ? ReadStep::None : ReadStep::Read;
        return done;
    }

    const BufferPool& pool_;
    ReaderOptions options_;
    DirectIo direct_;
    std::vector<FileRead> queue_;  ///< a ring of queue_depth
    std::size_t first_ = 0;
    std::size_t queued_ = 0;
};

}  // namespace

std::unique_ptr<Reader> make_blocking_reader(const ReaderOptions& options, const BufferPool& pool) {
    return std::make_unique<BlockingReader>(options, pool);
}

}  // namespace throughline::storage
