// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/mutex.h"
#include "engine/base/result.h"
#include "engine/remote/file_copy.h"

// Used in this folder only.
namespace throughline::remote {

/// Files of which all came, until their bytes are on the disk: then they get their names, many
/// after one syncfs(), which costs about as much as one fsync(). While one batch is synced the next
/// one comes together, so that no connection waits for the disk.
/// Thread: any puts; one publishes. Holds their descriptors open.
/// Source: syncfs(2): since Linux 5.8 it reports what could not be written back, once per open file
///         description.
class WholeFiles {
public:
    struct File {
        FileCopy copy;
        bool was_checked = false;  ///< against a checksum
    };
    /// What became of one file that was put in. Errors of it end the batch.
    using OnPublished = std::function<Result<void>(const File&, const Result<void>&)>;

    /// `files_max`: of a batch; two of them may wait. `writers`: that will put.
    WholeFiles(std::uint32_t files_max, std::uint32_t writers)
        : files_max_(files_max), writers_(writers) {}

    /// Blocks: while a batch waits and another one is synced. After publish() failed the file is
    /// left as one that was given up.
    void put(File file);
    /// One writer puts no more.
    void leave();
    /// Syncs and publishes batch by batch until all writers have left.
    /// Errors: NotFound, Permission, Limit of the folder; Io and Limit of the sync, after which
    ///         those that waited are gone, as nobody knows whose bytes were lost; those of
    ///         `on_published`.
    Result<void> publish(const std::string& folder, const OnPublished& on_published);

    static constexpr std::uint64_t kBatchBytes = 64U << 20U;

private:
    bool is_full() const REQUIRES(mutex_) {
        return files_.size() >= files_max_ || bytes_ >= kBatchBytes;
    }
    std::vector<File> next_batch();
    Result<void> publish_all(const std::string& folder, const OnPublished& on_published);
    void close();

    const std::size_t files_max_;
    Mutex mutex_;
    std::condition_variable changed_;
    std::uint32_t writers_ GUARDED_BY(mutex_);
    bool closed_ GUARDED_BY(mutex_) = false;
    std::uint64_t bytes_ GUARDED_BY(mutex_) = 0;
    std::vector<File> files_ GUARDED_BY(mutex_);
};

}  // namespace throughline::remote
