// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/storage/answer_watch.h"

namespace throughline::storage {

/// Files by number, so that a million need no copies: path(i) relative to directory_fd.
struct FileList {
    int directory_fd = -1;
    std::uint64_t count = 0;
    std::function<const char*(std::uint64_t index)> path;
    std::function<std::uint64_t(std::uint64_t index)> bytes;
    AnswerWatch* watch = nullptr;  ///< told of the file that each thread is at; may be null
};

struct EvictReport {
    std::uint64_t files = 0;
    std::uint64_t files_failed = 0;  ///< could not be opened, written back or dropped
    std::string first_failure;       ///< describe() of the first of them
};
/// Writes the files' data back (sync_file_range, else fdatasync) and drops them from the page cache
/// (POSIX_FADV_DONTNEED), on a few threads. Metadata stays cached. Errors: Stopped.
Result<EvictReport> evict_files(const FileList& files, std::stop_token stop);

/// Reads every file once so that the page cache holds it. Errors: Stopped.
Result<void> load_files(const FileList& files, std::stop_token stop);

struct Residency {
    std::uint64_t files_checked = 0;
    std::uint64_t blocks_checked = 0;
    std::uint64_t blocks_resident = 0;
    double share() const noexcept {
        return blocks_checked == 0
                   ? 0.0
                   : static_cast<double>(blocks_resident) / static_cast<double>(blocks_checked);
    }
};
/// Which share of a sample of 4 KiB blocks the page cache holds: by mincore, which costs no I/O and
/// says "resident" of every block of a file that is neither ours nor writable, and where it says so
/// by preadv2(RWF_NOWAIT). At most `files_max` files, evenly spread; the first, middle and last
/// block of each. Looking stops after `budget`; the files looked at until then are spread evenly
/// too. On some kernels (seen on 6.18) the probe of an absent block has it read; such a block is
/// waited for and dropped again at once, what was resident stays.
/// Blocks:  about `budget` and the reads under way (a disk of 100 random reads/s would need half a
///          minute for 1,000 files).
/// Errors:  Stopped; Unsupported where the file system does not know RWF_NOWAIT (tmpfs:
///          EOPNOTSUPP).
Result<Residency> sample_residency(const FileList& files,
                                   std::uint64_t files_max,
                                   std::stop_token stop,
                                   Nanoseconds budget = std::chrono::seconds(2));

}  // namespace throughline::storage
