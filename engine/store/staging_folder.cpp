// SPDX-License-Identifier: Apache-2.0
#include "engine/store/staging_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "engine/base/say.h"
#include "engine/base/uuid.h"

namespace throughline::store {
namespace {

constexpr const char* kLockName = "throughline.lock";
constexpr std::string_view kMark = ".part-";
constexpr std::size_t kDigits = 8;

bool is_staging_name(std::string_view name) {
    return name.size() > kMark.size() + kDigits &&
           name.substr(name.size() - kDigits - kMark.size(), kMark.size()) == kMark &&
           name.substr(name.size() - kDigits).find_first_not_of("0123456789abcdef") ==
               std::string_view::npos;
}

/// The lock of a staging folder; none where another process holds it. Where the file system knows
/// no locks, a new folder goes without, and an old one is never known to be stale.
std::optional<UniqueFd> lock_of(const std::string& folder, bool is_new) {
    const int flags = O_RDWR | O_NOFOLLOW | (is_new ? O_CREAT : 0);
    auto fd = open_file(folder + "/" + kLockName, flags, 0600);
    if (!fd) {
        return std::nullopt;
    }
    const bool locked = ::flock(fd->get(), LOCK_EX | LOCK_NB) == 0;
    if (!locked && (!is_new || errno == EWOULDBLOCK)) {
        return std::nullopt;
    }
    struct stat status{};
    const bool there = ::fstat(fd->get(), &status) == 0 && status.st_nlink > 0;
    return there ? std::optional(*std::move(fd)) : std::nullopt;
}

/// Removes what a process that is gone has left. One without a lock file is either being made just
/// now or not ours.
void remove_stale(const std::filesystem::path& parent) {
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(parent, none)) {
        struct stat status{};
        const std::string path = entry.path().string();
        const bool ours = is_staging_name(entry.path().filename().string()) &&
                          ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
                          status.st_uid == ::geteuid();
        if (!ours) {
            continue;
        }
        if (const auto lock = lock_of(path, false)) {
            std::filesystem::remove_all(path, none);
        } else {
            ::rmdir(path.c_str());  // killed before it had its lock file; fails for any other
        }
    }
}

Result<void> sync(const std::string& path, int flags) {
    const auto fd = open_file(path, flags);
    if (!fd) {
        return fd.error();
    }
    // Some file systems cannot sync a folder, and say so with EINVAL.
    return ::fsync(fd->get()) == 0 || errno == EINVAL
               ? Result<void>()
               : Result<void>(errno_error(say("sync '%1'", path), errno));
}

std::filesystem::path parent_of(const std::string& path) {
    const auto parent = std::filesystem::path(path).parent_path();
    return parent.empty() ? std::filesystem::path(".") : parent;
}

}  // namespace

Result<StagingFolder> StagingFolder::beside(const std::string& target) {
    constexpr int kTries = 8;
    remove_stale(parent_of(target));
    for (int tries = 0; tries < kTries; ++tries) {
        std::string path = target + std::string(kMark) + make_uuid().substr(0, kDigits);
        if (::mkdir(path.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
            return errno_error(say("write '%1'", target), errno);
        }
        // Another process may take the folder for a stale one until it is locked.
        if (auto lock = lock_of(path, true)) {
            return StagingFolder(std::move(path), *std::move(lock));
        }
    }
    return Error{.code = ErrorCode::Io,
                 .what = say("write '%1': no temporary folder beside it could be locked", target)};
}

StagingFolder::~StagingFolder() {
    if (!path_.empty()) {
        std::error_code none;
        std::filesystem::remove_all(path_, none);
    }
}

Result<void> StagingFolder::put_in_place(const std::string& name, const std::string& target) const {
    if (auto synced = sync(file(name), O_RDONLY); !synced) {
        return synced;
    }
    if (::rename(file(name).c_str(), target.c_str()) != 0) {
        return errno_error(say("write '%1'", target), errno);
    }
    return sync_folder_of(target);
}

Result<void> sync_folder_of(const std::string& path) {
    return sync(parent_of(path).string(), O_RDONLY | O_DIRECTORY);
}

}  // namespace throughline::store
