// SPDX-License-Identifier: Apache-2.0
#include "engine/nbd/file_pool.h"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "engine/base/say.h"

namespace throughline::nbd {
namespace {

/// All of the range, by calls of pread(2) or pwrite(2). Returns: errno, or 0.
template <class Call>
int whole_range(Request& request, Call&& call) {
    std::size_t at = 0;
    while (at < request.data.size()) {
        const ssize_t count = call(request.data.data() + at,
                                   request.data.size() - at,
                                   static_cast<off_t>(request.offset_bytes + at));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return count < 0 ? errno : EIO;  // 0: somebody has made the file shorter
        }
        at += static_cast<std::size_t>(count);
    }
    return 0;
}

int carry_out(int fd, Request& request) {
    switch (request.command) {
        case Command::Read:
            request.data.resize(request.bytes);
            return whole_range(request, [fd](std::byte* to, std::size_t bytes, off_t at) {
                return ::pread(fd, to, bytes, at);
            });
        case Command::Write: {
            const int error =
                whole_range(request, [fd](const std::byte* from, std::size_t bytes, off_t at) {
                    return ::pwrite(fd, from, bytes, at);
                });
            request.data = {};
            return error != 0 || !request.sync || ::fdatasync(fd) == 0 ? error : errno;
        }
        case Command::Flush:
            return ::fdatasync(fd) == 0 ? 0 : errno;
        case Command::Trim:
            // Only a hint: where the file system cannot, nothing is to be done.
            if (::fallocate(fd,
                            FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                            static_cast<off_t>(request.offset_bytes),
                            static_cast<off_t>(request.bytes)) != 0 &&
                errno != EOPNOTSUPP) {
                return errno;
            }
            return !request.sync || ::fdatasync(fd) == 0 ? 0 : errno;
    }
    return EINVAL;
}

}  // namespace

Result<std::unique_ptr<FilePool>> FilePool::start(int fd, std::size_t threads) {
    std::unique_ptr<FilePool> pool(new FilePool(fd));
    pool->done_event_.reset(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!pool->done_event_) {
        return errno_error(say("make an event"), errno);
    }
    try {
        for (std::size_t i = 0; i < threads; ++i) {
            pool->threads_.emplace_back(
                [raw = pool.get()](const std::stop_token& stop) { raw->work(stop); });
        }
    } catch (const std::system_error& error) {
        return errno_error(say("start a thread"), error.code().value());
    }
    return pool;
}

bool FilePool::read_at_once(FileJob& job) const {
    job.request.data.resize(job.request.bytes);
    iovec into{.iov_base = job.request.data.data(), .iov_len = job.request.data.size()};
    const ssize_t count =
        ::preadv2(fd_, &into, 1, static_cast<off_t>(job.request.offset_bytes), RWF_NOWAIT);
    return count == static_cast<ssize_t>(job.request.bytes);
}

void FilePool::begin(FileJob job) {
    {
        const MutexLock lock(mutex_);
        waiting_.push_back(std::move(job));
    }
    wake_.notify_one();
}

std::vector<FileJob> FilePool::take_done() {
    std::uint64_t events = 0;
    [[maybe_unused]] const ssize_t count = ::read(done_event_.get(), &events, sizeof(events));
    const MutexLock lock(mutex_);
    return std::exchange(done_, {});
}

void FilePool::work(const std::stop_token& stop) {
    for (;;) {
        FileJob job;
        {
            MutexLock lock(mutex_);
            wake_.wait(lock, stop, [this]() REQUIRES(mutex_) { return !waiting_.empty(); });
            if (waiting_.empty()) {
                return;
            }
            job = std::move(waiting_.front());
            waiting_.pop_front();
        }
        job.errno_value = carry_out(fd_, job.request);
        const MutexLock lock(mutex_);
        done_.push_back(std::move(job));
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t count = ::write(done_event_.get(), &one, sizeof(one));
    }
}

}  // namespace throughline::nbd
