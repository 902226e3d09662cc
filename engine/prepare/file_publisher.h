// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace throughline::prepare {

/// Writes many small files so that each final name, once it exists, holds all its bytes on disk:
/// temporary files are collected, synced together by one syncfs(), then renamed. One sync for
/// hundreds of files costs about as much as one fsync() for one.
/// Thread:  any thread; a batch is synced by the thread that fills it.
/// Blocks:  write() for the time of a sync, once a batch.
/// Errors:  Limit (disk full), Permission, Io. Files not yet renamed keep their temporary names.
/// Source:  syncfs(2): reports errors of writing back since Linux 5.8.
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
    Result<void> publish(const std::vector<Pending>& batch) const;

    int directory_fd_;  ///< borrowed
    std::mutex mutex_;
    std::vector<Pending> pending_;     ///< guarded by mutex_
    std::uint64_t pending_bytes_ = 0;  ///< guarded by mutex_
};

}  // namespace throughline::prepare
