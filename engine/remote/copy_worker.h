// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/base/result.h"
#include "engine/remote/remote_files.h"
#include "engine/remote/sync_options.h"
#include "engine/remote/whole_files.h"

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
    std::stop_token stop{};
    std::atomic<std::size_t> next{0};  ///< of todo, which nobody has begun
    std::atomic<std::uint64_t> files_done{0};
    std::atomic<std::uint64_t> bytes_fetched{0};
    std::atomic<std::uint64_t> checked{0};
    std::unique_ptr<WholeFiles> whole{};
    Mutex mutex{};
    std::uint64_t failed GUARDED_BY(mutex) = 0;
    std::optional<Error> first_failure GUARDED_BY(mutex){};

    static constexpr std::uint64_t kFailedMax = 100;
};

/// Takes files of the job until none is left or it is stopped; one thread of it.
/// Errors: of the disk, which hold for all files; the first of the files after kFailedMax.
Result<void> copy_files(CopyJob& job);

/// Gives whole files their names until all who copy have ended; one thread of the job. What is
/// whole is kept, however the others ended. Errors: as copy_files().
Result<void> publish_files(CopyJob& job);

}  // namespace throughline::remote
