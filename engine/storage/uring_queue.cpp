// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/uring_queue.h"

#include <fcntl.h>

#include <cerrno>
#include <utility>

#include "engine/storage/read_advice.h"

namespace throughline::storage {
namespace {

void tie(io_uring_sqe* sqe, UringQueue::Link link) noexcept {
    switch (link) {
        case UringQueue::Link::None:
            break;
        case UringQueue::Link::IfDone:
            sqe->flags |= IOSQE_IO_LINK;
            break;
        case UringQueue::Link::Always:
            sqe->flags |= IOSQE_IO_HARDLINK;
            break;
    }
}

}  // namespace

UringQueue::UringQueue(const ReaderOptions& options, const BufferPool& pool, RingSetup setup)
    : pool_(pool),
      ring_(std::move(setup.ring)),
      fallbacks_(std::move(setup.fallbacks)),
      single_issuer_(setup.single_issuer) {
    std::string why;
    if (options.register_buffers) {
        why = register_buffers(*ring_, pool);
        registered_buffers_ = why.empty();
        if (!why.empty()) {
            fallbacks_.push_back(std::move(why));
        }
    }
    why = register_descriptors(*ring_,
                               {.for_reads = options.queue_depth,
                                .for_files = options.files_open_max,
                                .scratch = pool.buffer(0)},
                               table_files_);
    if (!why.empty()) {
        fallbacks_.push_back(std::move(why));
    }
}

void UringQueue::open(
    const FileRead& read, bool direct, int place, Link link, std::uint64_t token) noexcept {
    io_uring_sqe* const sqe = io_uring_get_sqe(ring_.get());
    const int flags = O_RDONLY | (direct ? O_DIRECT : 0);
    if (place >= 0) {
        // O_CLOEXEC would be EINVAL: no process table entry is made.
        io_uring_prep_openat_direct(
            sqe, read.directory_fd, read.path, flags, 0, static_cast<unsigned>(place));
    } else {
        io_uring_prep_openat(sqe, read.directory_fd, read.path, flags | O_CLOEXEC, 0);
    }
    tie(sqe, link);
    sqe->user_data = token;
}

void UringQueue::read(File file,
                      std::uint32_t buffer,
                      const ReadPlan::Request& request,
                      Link link,
                      std::uint64_t token) noexcept {
    io_uring_sqe* const sqe = io_uring_get_sqe(ring_.get());
    std::byte* const to = pool_.buffer(buffer).data() + request.buffer_bytes;
    if (registered_buffers_) {
        io_uring_prep_read_fixed(sqe,
                                 file.number,
                                 to,
                                 request.length_bytes,
                                 request.offset_bytes,
                                 static_cast<int>(pool_.section_of(buffer)));
    } else {
        io_uring_prep_read(sqe, file.number, to, request.length_bytes, request.offset_bytes);
    }
    if (file.in_table) {
        sqe->flags |= IOSQE_FIXED_FILE;
    }
    tie(sqe, link);
    sqe->user_data = token;
}

void UringQueue::advise(File file,
                        const ReadPlan::Range& range,
                        ReadAdvice advice,
                        Link link,
                        std::uint64_t token) noexcept {
    io_uring_sqe* const sqe = io_uring_get_sqe(ring_.get());
    io_uring_prep_fadvise(sqe,
                          file.number,
                          range.offset_bytes,
                          static_cast<off_t>(range.length_bytes),
                          advice_value(advice));
    if (file.in_table) {
        sqe->flags |= IOSQE_FIXED_FILE;
    }
    tie(sqe, link);
    sqe->user_data = token;
}

void UringQueue::cancel(std::uint64_t token) noexcept {
    io_uring_sqe* const sqe = io_uring_get_sqe(ring_.get());
    io_uring_prep_cancel64(sqe, token, 0);
    sqe->user_data = 0;
}

Result<void> UringQueue::enter(std::size_t completions_min, Nanoseconds timeout) noexcept {
    int result = 0;
    if (completions_min == 0 || timeout <= Nanoseconds::zero()) {
        result = io_uring_submit_and_get_events(ring_.get());
    } else {
        __kernel_timespec limit{.tv_sec = timeout.count() / 1'000'000'000,
                                .tv_nsec = timeout.count() % 1'000'000'000};
        io_uring_cqe* first = nullptr;
        result = io_uring_submit_and_wait_timeout(
            ring_.get(), &first, static_cast<unsigned>(completions_min), &limit, nullptr);
    }
    // EBUSY and EAGAIN: the kernel wants completions to be taken, or has no memory just now; what
    // is prepared stays in the queue for the next entry.
    if (result >= 0 || result == -ETIME || result == -EINTR || result == -EAGAIN ||
        result == -EBUSY) {
        return {};
    }
    return errno_error("io_uring_enter", -result);
}

void UringQueue::describe(ReaderFacts& facts) const {
    facts.registered_buffers = registered_buffers_;
    facts.direct_descriptors = direct_descriptors();
    facts.single_issuer = single_issuer_;
    facts.fallbacks.insert(facts.fallbacks.end(), fallbacks_.begin(), fallbacks_.end());
}

}  // namespace throughline::storage
