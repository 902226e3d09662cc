// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/base/unique_handle.h"

namespace throughline {

struct FileDescriptorTraits {
    using Raw = int;
    static constexpr Raw null() noexcept { return -1; }
    static void release(Raw raw) noexcept;
};
/// Owns an open file descriptor.
using UniqueFd = UniqueHandle<FileDescriptorTraits>;

/// open(2) with O_CLOEXEC added. Errors: NotFound, Permission, Limit, Io with errno.
Result<UniqueFd> open_file(const std::string& path, int flags, unsigned mode = 0);

/// Writes all of `text`, going on after short writes and EINTR. Errors: Limit (disk full), Io.
Result<void> write_all(int fd, std::string_view text);

/// Whole file as bytes. Errors: NotFound, Permission, Io; Limit when larger than `bytes_max`.
Result<std::string> read_whole_file(const std::string& path, std::size_t bytes_max = 1U << 30U);

/// Writes `text` to a temporary neighbour of `path`, syncs it and renames it into place, so that a
/// crash leaves the old file or the new one. Errors: Permission, Limit (disk full), Io.
Result<void> write_file_atomically(const std::string& path, std::string_view text);

}  // namespace throughline
