// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"

namespace throughline::baseline {

/// A folder that this program made to write in, under a name that nobody else has, and that goes
/// with this object. Before it is made its path stands in a journal of this user, so that after a
/// kill the next start finds it; the journal's file is locked as long as the process lives.
/// Only files in it are ever written, and only what has one of our names in it is ever removed:
/// marker, data, files, shards, and numbers below the last two.
/// Thread: one owner.
class OwnFolder {
public:
    /// Below `parent`; `journal` is a folder of this user, made where it is missing.
    /// Errors: those of mkdir(2); without a journal nothing is made.
    static Result<OwnFolder> make(const std::string& parent, const std::string& journal);
    OwnFolder(OwnFolder&& other) noexcept;
    OwnFolder(const OwnFolder&) = delete;
    OwnFolder& operator=(const OwnFolder&) = delete;
    OwnFolder& operator=(OwnFolder&&) = delete;
    ~OwnFolder();

    const std::string& path() const noexcept { return path_; }
    int descriptor() const noexcept { return folder_.get(); }
    /// A new file in it, for reading and writing; never one that exists, never through a link.
    /// Errors: those of open(2).
    Result<UniqueFd> create(const std::string& name, int flags = 0) const;
    /// Removes it with what is ours in it. Errors: what could not be removed.
    Result<void> remove();

private:
    OwnFolder() = default;

    std::string path_;
    std::string entry_;  ///< of the journal; "" once all is gone
    UniqueFd parent_;
    UniqueFd folder_;
    UniqueFd lock_;  ///< on the entry
};

/// What became of a folder that a process left which was killed.
struct LeftFolder {
    std::string path;
    std::string problem{};  ///< why it is still there; "": it is gone
};
/// Removes the folders that the journal has of processes of this machine that live no more. A
/// folder is ours when it has the name of its entry, belongs to this user and holds our marker or
/// nothing; what is not is left alone. Those that are not there are taken out of the journal where
/// the folder above them is.
std::vector<LeftFolder> remove_left_folders(const std::string& journal);

/// A new file below an open folder; see OwnFolder::create().
Result<UniqueFd> create_new_file(int folder, const std::string& name, int flags = 0);

}  // namespace throughline::baseline
