// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/uring_ring.h"

#include <fcntl.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "engine/base/say.h"
#include "engine/storage/open_files_limit.h"
#include "engine/storage/uring_setup_error.h"

namespace throughline::storage {
namespace {

int set_up(io_uring& ring,
           std::uint32_t submission_entries,
           std::uint32_t completion_entries,
           unsigned flags,
           unsigned& features) {
    io_uring_params params{};
    params.flags = flags | IORING_SETUP_CQSIZE | IORING_SETUP_CLAMP;
    params.cq_entries = completion_entries;
    const int result = io_uring_queue_init_params(submission_entries, &ring, &params);
    features = params.features;
    return result;
}

/// 0, or the first negative errno of the chain.
int try_chain(io_uring& ring, std::span<std::byte> scratch) {
    io_uring_sqe* sqe = io_uring_get_sqe(&ring);
    io_uring_prep_openat_direct(sqe, AT_FDCWD, "/dev/null", O_RDONLY, 0, 0);
    sqe->flags |= IOSQE_IO_LINK;
    sqe = io_uring_get_sqe(&ring);
    io_uring_prep_read(sqe, 0, scratch.data(), 1, 0);
    sqe->flags |= IOSQE_FIXED_FILE | IOSQE_IO_HARDLINK;
    sqe = io_uring_get_sqe(&ring);
    io_uring_prep_close_direct(sqe, 0);
    const int submitted = io_uring_submit(&ring);
    if (submitted != 3) {
        return submitted < 0 ? submitted : -EAGAIN;
    }
    int first_failure = 0;
    for (int left = 3; left > 0; --left) {
        io_uring_cqe* cqe = nullptr;
        int result = 0;
        do {
            result = io_uring_wait_cqe(&ring, &cqe);
        } while (result == -EINTR);
        if (result < 0) {
            return result;
        }
        first_failure = first_failure == 0 && cqe->res < 0 ? cqe->res : first_failure;
        io_uring_cqe_seen(&ring, cqe);
    }
    return first_failure;
}

}  // namespace

Result<RingSetup> open_ring(std::uint32_t submission_entries, std::uint32_t completion_entries) {
    RingSetup setup;
    unsigned features = 0;
    auto storage = std::make_unique<io_uring>();
    // Completions run in this thread, when it asks for them, and not by interrupting it.
    int result =
        set_up(*storage,
               submission_entries,
               completion_entries,
               IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_SUBMIT_ALL,
               features);
    setup.single_issuer = result == 0;
    if (result == -EINVAL) {
        setup.fallbacks.emplace_back(
            to_say("io_uring without SINGLE_ISSUER and DEFER_TASKRUN: needs Linux 6.1"));
        *storage = {};
        result = set_up(*storage, submission_entries, completion_entries, 0, features);
    }
    if (result < 0) {
        return uring_setup_error(-result);
    }
    setup.ring = RingHandle(storage.release());
    if ((features & IORING_FEAT_EXT_ARG) == 0) {
        return Error{
            .code = ErrorCode::Unsupported,
            .what = say("set up io_uring: this kernel is too old; Linux 5.11 or newer is needed")};
    }
    return setup;
}

std::string register_buffers(io_uring& ring, const BufferPool& pool) {
    std::vector<iovec> buffers(pool.section_count());
    for (std::uint32_t i = 0; i < pool.section_count(); ++i) {
        const auto memory = pool.section(i);
        buffers[i] = {.iov_base = memory.data(), .iov_len = memory.size()};
    }
    const int result =
        io_uring_register_buffers(&ring, buffers.data(), static_cast<unsigned>(buffers.size()));
    if (result == 0) {
        return {};
    }
    if (result == -ENOMEM) {
        return say_english(
            "registered buffers, using plain ones: the memory-lock limit (ulimit -l) is below the "
            "%1 bytes of read buffers",
            std::to_string(pool.bytes_total()));
    }
    return describe(errno_error(to_say("registered buffers, using plain ones"), -result));
}

std::string register_descriptors(io_uring& ring,
                                 const DescriptorTable& wanted,
                                 std::uint32_t& for_files) {
    for_files = 0;
    const std::uint64_t limit = raise_open_files_limit();
    if (limit <= wanted.for_reads) {
        return say_english(
            "direct descriptors, opening files in a separate step: the limit on open files "
            "(ulimit -n) is %1, the queue depth %2",
            std::to_string(limit),
            std::to_string(wanted.for_reads));
    }
    const auto places = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(limit, std::uint64_t{wanted.for_reads} + wanted.for_files));
    if (const int result = io_uring_register_files_sparse(&ring, places); result != 0) {
        return describe(
            errno_error(to_say("direct descriptors, opening files in a separate step"), -result));
    }
    if (const int result = try_chain(ring, wanted.scratch); result != 0) {
        return describe(errno_error(
            to_say("chain of open, read and close, opening files in a separate step"), -result));
    }
    for_files = places - wanted.for_reads;
    return {};
}

}  // namespace throughline::storage
