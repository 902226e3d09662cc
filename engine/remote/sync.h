// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "engine/base/result.h"
#include "engine/remote/remote_files.h"
#include "engine/remote/sync_options.h"

namespace throughline::remote {

/// What there is to do.
struct SyncPlan {
    std::uint64_t files = 0;  ///< of the source
    std::uint64_t bytes = 0;
    std::uint64_t files_there = 0;  ///< with their length, and not fetched again
    std::uint64_t bytes_there = 0;  ///< of those, and of files that are there in part
    /// Of space, at the most: what is replaced stands until its successor is whole.
    std::uint64_t bytes_needed = 0;
    std::uint64_t bytes_free = 0;
    std::uint64_t files_left_out = 0;  ///< objects of the listing that no file can be named after
};

struct SyncProgress {
    std::uint64_t files_done = 0;  ///< whole, of the plan's files
    std::uint64_t bytes_done = 0;  ///< written, of the plan's bytes
    std::uint64_t bytes_fetched = 0;
    double seconds = 0.0;
};

struct SyncReport {
    SyncPlan plan{};
    std::uint64_t files_fetched = 0;
    std::uint64_t bytes_fetched = 0;
    std::uint64_t checked = 0;  ///< of the files fetched: those whose MD5 the store gave
    std::uint64_t failed = 0;
    std::optional<Error> first_failure{};
    double seconds = 0.0;
};

/// Copies the files of a store into a folder, with their paths. Each file appears under its name
/// when it is whole, its length is right, its MD5 is where the store gave one (an ETag of S3 or
/// Google that is one), and its bytes are on the disk. One that is large is fetched in parts; what
/// is there of it when the copy is stopped or killed (".NAME.part") is gone on from, unless the
/// object has changed since.
/// A file that cannot be had is counted, and the others are copied; after 100 of them nothing is.
/// One that has another length than was listed, or is replaced again and again, cannot be had.
/// Callbacks: on_plan from the calling thread before anything is written; on_progress likewise,
/// ten times a second. Both may be empty.
/// Blocks: until all is there. Memory: up to part_bytes for each request.
/// Errors: Limit where the space does not suffice, before anything is written, and where it ends
///         meanwhile; Io and Permission of the folder; Busy where another process copies into
///         it; Stopped; of the files the first, after 100.
Result<SyncReport> sync_files(const RemoteFiles& files,
                              const SyncOptions& options,
                              const std::function<void(const SyncPlan&)>& on_plan,
                              const std::function<void(const SyncProgress&)>& on_progress);

}  // namespace throughline::remote
