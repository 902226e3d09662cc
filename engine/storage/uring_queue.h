// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <liburing.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/storage/buffer_pool.h"
#include "engine/storage/read_plan.h"
#include "engine/storage/reader.h"
#include "engine/storage/uring_ring.h"

namespace throughline::storage {

/// The ring as a queue of the few operations that reading needs, and what it may use here:
/// registered buffers, direct descriptors. Knows nothing of which file is at which step.
/// Each operation comes back with its `token` once and only once. Thread: the one that made it.
class UringQueue {
public:
    /// An open file: a place of the ring's table, or without direct descriptors a descriptor.
    struct File {
        int number = -1;
        bool in_table = false;
    };
    /// How an operation is tied to the next one.
    enum class Link : std::uint8_t {
        None,
        IfDone,  ///< the next one is cancelled when this fails
        Always,  ///< the next one only waits for this. A read that is short, as the last one of a
                 ///< file is with O_DIRECT, counts as failed
    };

    /// `table_places` of the ring's table are for files that stay open beside one a read.
    UringQueue(const ReaderOptions& options, const BufferPool& pool, RingSetup setup);

    bool direct_descriptors() const noexcept { return table_files_ > 0; }
    /// Places of the table from queue_depth on, for files that stay open.
    std::uint32_t table_files() const noexcept { return table_files_; }

    /// Room for `operations` more, handing in what is there where needed. A chain must be prepared
    /// with one call: links do not reach over two submissions.
    bool reserve(unsigned operations) noexcept {
        if (io_uring_sq_space_left(ring_.get()) >= operations) {
            return true;
        }
        io_uring_submit(ring_.get());
        return io_uring_sq_space_left(ring_.get()) >= operations;
    }
    /// Into place `place` of the table, or with -1 a descriptor of this process, which is the
    /// result of the operation.
    void open(
        const FileRead& read, bool direct, int place, Link link, std::uint64_t token) noexcept;
    void read(File file,
              std::uint32_t buffer,
              const ReadPlan::Request& request,
              Link link,
              std::uint64_t token) noexcept;
    void advise(File file,
                const ReadPlan::Range& range,
                ReadAdvice advice,
                Link link,
                std::uint64_t token) noexcept;
    /// Ends the operation with `token`, if it can be; its own completion carries token 0.
    void cancel(std::uint64_t token) noexcept;

    /// Prepared and not yet handed in.
    bool has_unsubmitted() const noexcept { return io_uring_sq_ready(ring_.get()) > 0; }
    bool has_completions() const noexcept { return io_uring_cq_ready(ring_.get()) > 0; }

    /// Hands in what is prepared, lets the kernel post completions, and waits for some of them.
    Result<void> enter(std::size_t completions_min, Nanoseconds timeout) noexcept;

    /// Takes all that have come: take(token, result).
    template <class Take>
    void reap(Take&& take) {
        std::array<io_uring_cqe*, 64> burst;  // NOLINT(*-member-init): filled before it is read
        while (const unsigned count =
                   io_uring_peek_batch_cqe(ring_.get(), burst.data(), burst.size())) {
            for (unsigned i = 0; i < count; ++i) {
                take(burst[i]->user_data, burst[i]->res);
            }
            io_uring_cq_advance(ring_.get(), count);
        }
    }

    /// What of the ring is used, and why the rest is not.
    void describe(ReaderFacts& facts) const;

private:
    const BufferPool& pool_;
    RingHandle ring_;
    std::vector<std::string> fallbacks_;
    bool single_issuer_ = false;
    bool registered_buffers_ = false;
    std::uint32_t table_files_ = 0;
};

}  // namespace throughline::storage
