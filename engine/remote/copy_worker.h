// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/base/result.h"
#include "engine/remote/remote_files.h"
#include "engine/remote/sync_options.h"

// Used in this folder only.
namespace throughline::remote {

/// What the threads of a copy have in common.
struct CopyJob {
    struct Todo {
        std::size_t file = 0;  ///< its number among the store's
        std::string path{};    ///< where it is to lie
        bool is_new = true;    ///< nothing was there when the copy was planned
    };

    const RemoteFiles& files;
    const SyncOptions& options;
    std::vector<Todo> todo{};
    std::uint32_t requests_each = 1;
    std::uint32_t batch_files = 1;  ///< of each thread, that are synced and published together
    std::stop_token stop{};
    std::atomic<std::size_t> next{0};  ///< of todo, which nobody has begun
    std::atomic<std::uint64_t> files_done{0};
    std::atomic<std::uint64_t> bytes_fetched{0};
    std::atomic<std::uint64_t> checked{0};
    Mutex mutex{};
    std::uint64_t failed GUARDED_BY(mutex) = 0;
    std::optional<Error> first_failure GUARDED_BY(mutex){};

    static constexpr std::uint64_t kFailedMax = 100;
};

/// Takes files of the job until none is left or it is stopped; one thread of it.
/// Errors: of the disk, which hold for all files; the first of the files after kFailedMax.
Result<void> copy_files(CopyJob& job);

}  // namespace throughline::remote
