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
#include "engine/base/say.h"

namespace throughline::dataset {
namespace {

constexpr std::size_t kStopEvery = 8192;
// Links in linked folders: folders that link to each other would otherwise be met on every path.
constexpr int kLinksMax = 4;

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

/// Also a link to one.
bool is_folder(int directory_fd, const dirent& entry) {
    if (entry.d_type != DT_UNKNOWN && entry.d_type != DT_LNK) {
        return entry.d_type == DT_DIR;
    }
    struct stat info{};
    return ::fstatat(directory_fd, entry.d_name, &info, 0) == 0 && S_ISDIR(info.st_mode);
}

/// A folder by what it is, whatever it is called.
struct FolderId {
    dev_t device = 0;
    ino_t inode = 0;
    bool operator==(const FolderId&) const = default;
};

FolderId id_of(const UniqueFd& fd) {
    struct stat info{};
    return fd && ::fstat(fd.get(), &info) == 0
               ? FolderId{.device = info.st_dev, .inode = info.st_ino}
               : FolderId{};
}

class Walker {
public:
    explicit Walker(const FileWalk& walk) : walk_(walk) {}

    /// `name` in `parent_fd`; false when on_file had enough.
    Result<bool> folder(int parent_fd, const char* name, const std::string& prefix) {
        UniqueFd fd(::openat(parent_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        const bool linked = !fd && (errno == ELOOP || errno == ENOTDIR);
        if (linked) {
            fd = UniqueFd(::openat(parent_fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        }
        const FolderId self = id_of(fd);
        if (linked && (links_ == kLinksMax ||
                       std::find(above_.begin(), above_.end(), self) != above_.end())) {
            if (walk_.on_loop) {
                walk_.on_loop(prefix);
            }
            return true;
        }
        DirectoryHandle directory(fd ? ::fdopendir(fd.get()) : nullptr);
        if (!directory) {
            walk_.on_unreadable(errno_error(say("open folder '%1'", prefix), errno));
            return true;
        }
        const int directory_fd = fd.release();  // closed with `directory`
        Listing listing;
        if (auto listed = list(*directory, prefix, listing); !listed) {
            return std::move(listed).error();
        }
        listing.sort();
        above_.push_back(self);
        links_ += linked ? 1 : 0;
        auto walked = entries(directory_fd, listing, prefix);
        links_ -= linked ? 1 : 0;
        above_.pop_back();
        return walked;
    }

private:
    Result<bool> entries(int directory_fd, const Listing& listing, const std::string& prefix) {
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
            if (listing.offsets.size() % kStopEvery != 0) {
                continue;
            }
            if (walk_.stop.stop_requested()) {
                return Error{.code = ErrorCode::Stopped, .what = say("list folder '%1'", prefix)};
            }
            if (walk_.on_names) {
                walk_.on_names(listing.offsets.size());
            }
        }
        if (errno != 0) {
            walk_.on_unreadable(errno_error(say("read folder '%1'", prefix), errno));
        }
        return {};
    }

    const FileWalk& walk_;
    std::vector<FolderId> above_{};  ///< the folders that the current one lies in
    int links_ = 0;                  ///< of these, links
};

}  // namespace

Result<void> walk_files(int directory_fd, const FileWalk& walk) {
    if (auto walked = Walker(walk).folder(directory_fd, ".", ""); !walked) {
        return std::move(walked).error();
    }
    return {};
}

}  // namespace throughline::dataset
