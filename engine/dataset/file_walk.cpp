// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/file_walk.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include "engine/base/file_descriptor.h"

namespace throughline::dataset {
namespace {

constexpr std::size_t kStopEvery = 8192;

struct DirectoryDeleter {
    void operator()(DIR* directory) const noexcept { ::closedir(directory); }
};
using DirectoryHandle = std::unique_ptr<DIR, DirectoryDeleter>;

/// The names in one folder, NUL-terminated, sub-folders with a '/' at the end.
struct Listing {
    std::string names;
    std::vector<std::size_t> offsets;

    const char* name(std::size_t index) const { return names.data() + offsets[index]; }
    void add(std::string_view entry, bool is_folder) {
        offsets.push_back(names.size());
        names.append(entry);
        names.append(is_folder ? std::string_view("/\0", 2) : std::string_view("\0", 1));
    }
    /// With the '/' counted in, this is the order of the whole paths: "a-b/x" before "a/x".
    void sort() {
        std::sort(offsets.begin(), offsets.end(), [&](std::size_t a, std::size_t b) {
            return std::strcmp(names.data() + a, names.data() + b) < 0;
        });
    }
};

bool is_folder(int directory_fd, const dirent& entry) {
    if (entry.d_type != DT_UNKNOWN) {
        return entry.d_type == DT_DIR;
    }
    struct stat info{};
    return ::fstatat(directory_fd, entry.d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISDIR(info.st_mode);
}

class Walker {
public:
    explicit Walker(const FileWalk& walk) : walk_(walk) {}

    /// `name` in `parent_fd`; false when on_file had enough.
    Result<bool> folder(int parent_fd, const char* name, const std::string& prefix) {
        UniqueFd fd(::openat(parent_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        DirectoryHandle directory(fd ? ::fdopendir(fd.get()) : nullptr);
        if (!directory) {
            walk_.on_unreadable(errno_error("open folder '" + prefix + "'", errno));
            return true;
        }
        const int directory_fd = fd.release();  // closed with `directory`
        Listing listing;
        if (auto listed = list(*directory, prefix, listing); !listed) {
            return std::move(listed).error();
        }
        listing.sort();
        for (std::size_t i = 0; i < listing.offsets.size(); ++i) {
            const std::string_view entry = listing.name(i);
            const bool is_file = entry.back() != '/';
            auto go_on = is_file ? walk_.on_file(prefix, entry)
                                 : folder(directory_fd,
                                          std::string(entry.substr(0, entry.size() - 1)).c_str(),
                                          prefix + std::string(entry));
            if (!go_on || !*go_on) {
                return go_on;
            }
        }
        return true;
    }

private:
    Result<void> list(DIR& directory, const std::string& prefix, Listing& listing) {
        for (;;) {
            errno = 0;
            // Each stream has one owner, for which readdir(3) is safe.
            const dirent* const entry = ::readdir(&directory);  // NOLINT(concurrency-mt-unsafe)
            if (entry == nullptr) {
                break;
            }
            if (entry->d_name[0] != '.') {
                listing.add(entry->d_name, is_folder(::dirfd(&directory), *entry));
            }
            if (listing.offsets.size() % kStopEvery == 0 && walk_.stop.stop_requested()) {
                return Error{.code = ErrorCode::Stopped, .what = "list folder '" + prefix + "'"};
            }
        }
        if (errno != 0) {
            walk_.on_unreadable(errno_error("read folder '" + prefix + "'", errno));
        }
        return {};
    }

    const FileWalk& walk_;
};

}  // namespace

Result<void> walk_files(int directory_fd, const FileWalk& walk) {
    if (auto walked = Walker(walk).folder(directory_fd, ".", ""); !walked) {
        return std::move(walked).error();
    }
    return {};
}

}  // namespace throughline::dataset
