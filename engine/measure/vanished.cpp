// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/vanished.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "engine/base/counted.h"
#include "engine/base/say.h"

namespace throughline::measure {
namespace {

bool is_same(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

}  // namespace

std::string vanished_root(const dataset::ImageSet& images) {
    if (images.far() != nullptr) {
        return {};  // the first read will say so
    }
    const std::string& root = images.root();
    struct stat opened{};
    struct stat now{};
    if (::fstat(images.directory_fd(), &opened) != 0) {
        return describe(errno_error(say("the folder of '%1' no longer answers", root), errno));
    }
    if (::stat(root.c_str(), &now) != 0) {
        if (errno == ENOENT || errno == ENOTDIR) {
            // A data set may be one file, whose folder is what was opened.
            const bool one_file = images.file_count() == 1 && root.ends_with(images.file_path(0));
            return one_file ? say("the file '%1' vanished", root)
                            : say("the folder '%1' vanished", root);
        }
        return describe(errno_error(say("'%1' can no longer be reached", root), errno));
    }
    if (S_ISDIR(now.st_mode) && !is_same(opened, now)) {
        return say("the folder '%1' has been replaced or unmounted", root);
    }
    return {};
}

std::string vanished_files(const dataset::ImageSet& images) {
    if (images.far() != nullptr) {
        return {};
    }
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
    return say_count(count,
                     "%2 of %1 sampled file of '%3' vanished",
                     "%2 of %1 sampled files of '%3' vanished",
                     std::to_string(gone),
                     images.root());
}

}  // namespace throughline::measure
