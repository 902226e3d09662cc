// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"
#include "engine/remote/file_copy.h"

// Used in this folder only.
namespace throughline::remote {

/// Files of which all came, until their bytes are on the disk: then they get their names, many
/// after one syncfs(), which costs about as much as one fsync().
/// Thread: one owner, which a sync blocks. Holds their descriptors open.
/// Source: syncfs(2): since Linux 5.8 it reports what could not be written back, once per open file
///         description, wherefore each thread has its own.
class WholeFiles {
public:
    struct File {
        FileCopy copy;
        bool was_checked = false;  ///< against a checksum
    };
    /// What became of one file that was put in. Errors of it end the batch.
    using OnPublished = std::function<Result<void>(const File&, const Result<void>&)>;

    /// `files_max`: that wait for a sync. Errors: NotFound, Permission, Limit.
    static Result<WholeFiles> open(const std::string& folder, std::uint32_t files_max);

    /// Syncs and publishes when enough wait.
    /// Errors: Io and Limit of the sync, after which those that waited are gone, as nobody knows
    ///         whose bytes were lost; those of `on_published`.
    Result<void> put(File file, const OnPublished& on_published);
    Result<void> publish(const OnPublished& on_published);

    static constexpr std::uint64_t kBatchBytes = 64U << 20U;

private:
    WholeFiles() = default;

    UniqueFd folder_;
    std::size_t files_max_ = 1;
    std::uint64_t bytes_ = 0;
    std::vector<File> files_;
};

}  // namespace throughline::remote
