// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/vanished.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "engine/base/counted.h"

namespace throughline::measure {
namespace {

bool is_same(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

}  // namespace

std::string vanished_root(const dataset::ImageSet& images) {
    const std::string& root = images.root();
    struct stat opened{};
    struct stat now{};
    if (::fstat(images.directory_fd(), &opened) != 0) {
        return describe(errno_error("the folder of '" + root + "' no longer answers", errno));
    }
    if (::stat(root.c_str(), &now) != 0) {
        if (errno == ENOENT || errno == ENOTDIR) {
            // A data set may be one file, whose folder is what was opened.
            const bool one_file = images.file_count() == 1 && root.ends_with(images.file_path(0));
            return std::string(one_file ? "the file '" : "the folder '") + root + "' vanished";
        }
        return describe(errno_error("'" + root + "' can no longer be reached", errno));
    }
    if (S_ISDIR(now.st_mode) && !is_same(opened, now)) {
        return "the folder '" + root + "' has been replaced or unmounted";
    }
    return {};
}

std::string vanished_files(const dataset::ImageSet& images) {
    constexpr std::size_t kSampled = 32;
    const std::size_t count = std::min(kSampled, images.file_count());
    std::size_t gone = 0;
    for (std::size_t i = 0; i < count; ++i) {
        struct stat info{};
        const char* path = images.file_path(i * images.file_count() / count);
        gone += ::fstatat(images.directory_fd(), path, &info, 0) != 0 && errno == ENOENT ? 1 : 0;
    }
    if (gone * 2 <= count) {
        return {};
    }
    return std::to_string(gone) + " of " + counted(count, "sampled file") + " of '" +
           images.root() + "' vanished";
}

}  // namespace throughline::measure
