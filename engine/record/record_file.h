// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"

namespace throughline::record {

/// A record file that this process writes; it holds the lock that record_is_locked() asks for.
/// Thread:  one owner.
class RecordFile {
public:
    /// Errors: Busy (another process writes it), Usage (it holds something and `overwrite` is
    /// false, or it is not a regular file), NotFound, Permission, Io.
    static Result<RecordFile> open(const std::string& path, bool overwrite);
    /// One that is there, to be written on; nothing of it is changed yet.
    /// Errors: Busy, Usage (no regular file), NotFound, Permission, Io.
    static Result<RecordFile> open_existing(const std::string& path);
    /// Cuts the file to its complete lines: what follows them was cut off while it was written.
    Result<void> cut_to(std::uint64_t complete_bytes);

    /// Appends one line, newline included, in one write(2). No fsync.
    /// Errors: Limit (disk full, file size limit), Io; the file is then cut back to its last
    /// complete line.
    Result<void> append(std::string_view line);

    /// Syncs and gives the lock back. Errors: Io, Limit.
    Result<void> close();

private:
    RecordFile(UniqueFd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}

    UniqueFd fd_;
    std::string path_;
    off_t complete_bytes_ = 0;
};

}  // namespace throughline::record
