// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"

namespace throughline::store {

/// A folder beside a file that is to be made, where it is made together with what SQLite puts
/// beside it; the file moves into place when it is whole. A process that is killed leaves the
/// folder, which the next one that is made in the same place removes.
/// Thread: one owner.
class StagingFolder {
public:
    /// Makes "TARGET.part-1a2b3c4d" for this user alone; removes those that no process holds any
    /// more, of any target in the same folder. Errors: as mkdir(2), naming the target.
    static Result<StagingFolder> beside(const std::string& target);

    StagingFolder(StagingFolder&& other) noexcept
        : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}
    StagingFolder& operator=(StagingFolder&&) = delete;
    StagingFolder(const StagingFolder&) = delete;
    StagingFolder& operator=(const StagingFolder&) = delete;
    ~StagingFolder();

    std::string file(const std::string& name) const { return path_ + "/" + name; }

    /// Syncs the file of this name, puts it in place of `target`, and syncs that folder: a crash
    /// leaves what was there before, or the new file whole. Errors: as fsync(2), rename(2).
    Result<void> put_in_place(const std::string& name, const std::string& target) const;

private:
    StagingFolder(std::string path, UniqueFd lock)
        : path_(std::move(path)), lock_(std::move(lock)) {}

    std::string path_;
    UniqueFd lock_;  ///< held while the folder is in use
};

/// What was renamed, linked or removed beside `path` stays so after a crash. Errors: Io.
Result<void> sync_folder_of(const std::string& path);

}  // namespace throughline::store
