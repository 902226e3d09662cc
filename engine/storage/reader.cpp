// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/reader.h"

#include <fcntl.h>
#include <sys/stat.h>

namespace throughline::storage {

bool is_other_kind(const FileRead& read) noexcept {
    struct stat info{};
    return ::fstatat(read.directory_fd, read.path, &info, 0) == 0 && !S_ISREG(info.st_mode);
}

}  // namespace throughline::storage
