// SPDX-License-Identifier: Apache-2.0
// The lock file holds the process id of its holder on its first line, and behind it the group that
// it belongs to, if any. A measurement that joins appends its own, so that the holder sees it.
#include "engine/measure/machine_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <sstream>
#include <utility>

#include "engine/base/environment.h"
#include "engine/base/pause.h"
#include "engine/base/say.h"

namespace throughline::measure {
namespace {

constexpr mode_t kOthersMayWrite = S_IWGRP | S_IWOTH;

Error refused(std::string what) {
    return Error{.code = ErrorCode::Permission, .what = std::move(what)};
}

std::string folder_above(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == 0 ? "/" : path.substr(0, slash);
}

/// The folder above `path` exists and is this user's; where `make` allows it, it is made.
Result<void> prepare_above(const std::string& path, bool make) {
    const std::string above = folder_above(path);
    struct stat info{};
    if (::stat(above.c_str(), &info) == 0) {
        return info.st_uid == ::geteuid()
                   ? Result<void>()
                   : refused(say_english("'%1', in which '%2' would lie, belongs to "
                                         "another user",
                                         above,
                                         path));
    }
    if (!make || errno != ENOENT || above == "/") {
        return errno_error(say("inspect the folder '%1'", above), errno);
    }
    if (auto ready = prepare_above(above, true); !ready) {
        return ready;
    }
    if (::mkdir(above.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
        return errno_error(say("make the folder '%1'", above), errno);
    }
    return {};
}

Result<UniqueFd> open_own_folder(const LockPlace& place) {
    const std::string& folder = place.folder;
    if (place.above != LockPlace::Above::Shared) {
        auto ready = prepare_above(folder, place.above == LockPlace::Above::OursOrMade);
        if (!ready) {
            return std::move(ready).error();
        }
    }
    if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
        return errno_error(say("make the folder '%1'", folder), errno);
    }
    auto fd = open_file(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    struct stat info{};
    if (fd && (::fstat(fd->get(), &info) != 0 || info.st_uid != ::geteuid())) {
        return refused(say("the folder '%1' belongs to another user", folder));
    }
    if (fd && (info.st_mode & kOthersMayWrite) != 0) {
        return refused(say("others may write to the folder '%1'", folder));
    }
    return fd;
}

Result<UniqueFd> open_lock_file(const LockPlace& place) {
    const auto folder = open_own_folder(place);
    if (!folder) {
        return folder.error();
    }
    const std::string path = place.folder + "/" + place.file;
    UniqueFd fd(::openat(folder->get(),
                         place.file.c_str(),
                         O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
                         S_IRUSR | S_IWUSR));
    struct stat info{};
    if (!fd || ::fstat(fd.get(), &info) != 0) {
        return errno_error(say("open '%1'", path), errno);
    }
    if (!S_ISREG(info.st_mode) || info.st_uid != ::geteuid()) {
        return refused(say("'%1' is not a file of this user", path));
    }
    return fd;
}

struct Holder {
    pid_t process = 0;
    std::string group{};
};

/// Those in the file, the one that locked it first.
std::vector<Holder> holders_in(const UniqueFd& fd) {
    std::array<char, 65536> text{};
    const ssize_t got = ::pread(fd.get(), text.data(), text.size(), 0);
    std::istringstream lines(std::string(text.data(), got > 0 ? static_cast<std::size_t>(got) : 0));
    std::vector<Holder> holders;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        if (Holder holder; words >> holder.process) {
            words >> holder.group;
            holders.push_back(std::move(holder));
        }
    }
    return holders;
}

std::string holder_of(const UniqueFd& fd) {
    const auto holders = holders_in(fd);
    return holders.empty() ? "unknown" : std::to_string(holders.front().process);
}

/// Locks the file, or finds out that one of `group` has. Returns: errno's of the lock, 0 when it is
/// ours; `mate`: it is one of the group's.
int lock_or_join(const UniqueFd& fd, const std::string& group, bool& mate) {
    constexpr int kLooks = 50;  // one that has just locked the file is about to write into it
    constexpr auto kBetween = std::chrono::milliseconds(20);
    int cause = 0;
    for (int look = 0; look < kLooks; ++look) {
        cause = ::flock(fd.get(), LOCK_EX | LOCK_NB) != 0 ? errno : 0;
        const auto holders = cause == EWOULDBLOCK ? holders_in(fd) : std::vector<Holder>();
        mate = !group.empty() && !holders.empty() && holders.front().group == group;
        if (cause != EWOULDBLOCK || group.empty() || mate) {
            break;
        }
        pause_for(kBetween, {});
    }
    return cause;
}

off_t bytes_of(const UniqueFd& fd) {
    struct stat info{};
    return fd && ::fstat(fd.get(), &info) == 0 ? info.st_size : 0;
}

std::string host_name() {
    utsname names{};
    std::string name = ::uname(&names) == 0 ? names.nodename : "";
    std::replace(name.begin(), name.end(), '/', '_');
    return name;
}

}  // namespace

std::vector<LockPlace> lock_places(const std::string& data_folder) {
    static constexpr const char* kFile = "measuring.lock";
    const std::string user = std::to_string(::geteuid());
    std::vector<LockPlace> places;
    if (const auto runtime = environment_variable("XDG_RUNTIME_DIR"); runtime.starts_with('/')) {
        places.push_back({.folder = runtime + "/throughline", .file = kFile});
    }
    places.push_back({.folder = "/run/user/" + user + "/throughline", .file = kFile});
    if (data_folder.starts_with('/')) {
        places.push_back({.folder = data_folder,
                          .file = "measuring-" + host_name() + ".lock",
                          .above = LockPlace::Above::OursOrMade});
    }
    places.push_back(
        {.folder = "/tmp/throughline-" + user, .file = kFile, .above = LockPlace::Above::Shared});
    return places;
}

Result<MachineLock> MachineLock::acquire(const std::vector<LockPlace>& places,
                                         WhenBusy when_busy,
                                         const std::string& group) {
    MachineLock lock;
    lock.group_ = group;
    for (const LockPlace& place : places) {
        auto fd = open_lock_file(place);
        bool mate = false;
        const int cause = fd ? lock_or_join(*fd, group, mate) : 0;
        if (!fd || (cause != 0 && cause != EWOULDBLOCK)) {
            const std::string path = place.folder + "/" + place.file;
            lock.problem_ += (lock.problem_.empty() ? "" : "; ") +
                             describe(fd ? errno_error(say("lock '%1'", path), cause) : fd.error());
            continue;
        }
        if (cause != 0 && !mate && when_busy == WhenBusy::Refuse) {
            return Error{
                .code = ErrorCode::Busy,
                .what = say("another of your measurements is running on this machine (process %1); "
                            "wait for it, "
                            "or use --force to run beside it, which marks both as disturbed",
                            holder_of(*fd))};
        }
        lock.problem_.clear();
        lock.fd_ = *std::move(fd);
        lock.enter(cause == 0);
        return lock;
    }
    return lock;
}

/// Writes this process into the file. That only helps the message above and the other measurement;
/// the lock itself is what counts, so that a full disk is not a reason not to measure.
void MachineLock::enter(bool alone) {
    const std::string line =
        std::to_string(::getpid()) + (group_.empty() ? "" : " " + group_) + "\n";
    if (!alone || ::ftruncate(fd_.get(), 0) == 0) {
        static_cast<void>(::pwrite(fd_.get(), line.data(), line.size(), bytes_of(fd_)) == 0);
    }
    strangers_seen_ = strangers();
}

std::vector<pid_t> MachineLock::strangers() const {
    std::vector<pid_t> others;
    for (const Holder& holder : holders_in(fd_)) {
        if (holder.process > 0 && holder.process != ::getpid() &&
            (group_.empty() || holder.group != group_)) {
            others.push_back(holder.process);
        }
    }
    return others;
}

bool MachineLock::disturbed() {
    if (!fd_) {
        return false;
    }
    const std::vector<pid_t> before = std::exchange(strangers_seen_, strangers());
    return strangers_seen_ != before ||
           std::any_of(strangers_seen_.begin(), strangers_seen_.end(), [](pid_t process) {
               return ::kill(process, 0) == 0;
           });
}

}  // namespace throughline::measure
