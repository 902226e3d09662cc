// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/base/result.h"

namespace throughline::dataset_tools {

/// Writes many small files so that each final name, once it exists, holds all its bytes on disk:
/// temporary files are collected, synced together by one syncfs(), then renamed. One sync for
/// hundreds of files costs about as much as one fsync() for one.
/// Thread:  any thread; a batch is synced by the thread that fills it.
/// Blocks:  write() for the time of a sync, once a batch.
/// Errors:  Limit (disk full), Permission, Io. After a failed sync or rename nothing gets its final
///          name any more: whose data was lost is unknown, so the temporary files are deleted,
///          and every later call returns that first error.
/// Source:  syncfs(2): reports errors of writing back since Linux 5.8, once per open file
///          description: a second call may succeed although data was lost.
class FilePublisher {
public:
    explicit FilePublisher(int directory_fd) : directory_fd_(directory_fd) {}

    /// Paths are relative to the directory. `temporary_path` is overwritten when it exists.
    Result<void> write(std::string temporary_path,
                       std::string path,
                       std::span<const std::byte> bytes);
    /// Syncs and renames what is left, and syncs the renames.
    Result<void> finish();

private:
    struct Pending {
        std::string temporary_path;
        std::string path;
    };
    Result<void> publish(const std::vector<Pending>& batch);
    Result<void> sync_and_rename(const std::vector<Pending>& batch);

    int directory_fd_;     ///< borrowed
    Mutex publish_mutex_;  ///< one sync at a time, so that each sees the failure before it
    std::optional<Error> failure_ GUARDED_BY(publish_mutex_);
    Mutex mutex_;
    std::vector<Pending> pending_ GUARDED_BY(mutex_);
    std::uint64_t pending_bytes_ GUARDED_BY(mutex_) = 0;
};

}  // namespace throughline::dataset_tools
