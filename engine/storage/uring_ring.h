// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <liburing.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/storage/buffer_pool.h"

namespace throughline::storage {

struct RingDeleter {
    void operator()(io_uring* ring) const noexcept {
        io_uring_queue_exit(ring);
        delete ring;
    }
};
/// Owns a ring that has been set up. Thread: the one that made it (SINGLE_ISSUER).
using RingHandle = std::unique_ptr<io_uring, RingDeleter>;

struct RingSetup {
    RingHandle ring;
    bool single_issuer = false;          ///< SINGLE_ISSUER and DEFER_TASKRUN
    std::vector<std::string> fallbacks;  ///< set-up flags that this kernel does not know
};

/// Makes a ring with SINGLE_ISSUER and DEFER_TASKRUN where the kernel has them (6.1), plain below.
/// Errors: as uring_setup_error(); Unsupported before Linux 5.11 (no IORING_FEAT_EXT_ARG, which
/// waiting with a timeout needs).
Result<RingSetup> open_ring(std::uint32_t submission_entries, std::uint32_t completion_entries);

/// Registers every buffer of `pool` under its index, so that its pages are pinned once and not at
/// each read. Returns "" or why that is not possible.
std::string register_buffers(io_uring& ring, const BufferPool& pool);

struct DescriptorTable {
    std::uint32_t for_reads = 0;  ///< one for each read in flight
    std::uint32_t for_files = 0;  ///< wanted for files that stay open; after those for reads
    std::span<std::byte> scratch;
};
/// Makes a table of direct descriptors, as large as the limit on open files allows (the kernel
/// counts its size against that), and tries a chain of open, read, close on its first place,
/// reading into `scratch`: kernels before 5.19 know each operation of the chain, but look the
/// descriptor up before the open has run. Returns "" or why that is not possible; `for_files` is
/// how many places there are for files that stay open, at least one, or 0 without a table.
std::string register_descriptors(io_uring& ring,
                                 const DescriptorTable& wanted,
                                 std::uint32_t& for_files);

}  // namespace throughline::storage
