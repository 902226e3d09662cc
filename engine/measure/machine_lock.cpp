// SPDX-License-Identifier: Apache-2.0
// The lock file holds the process id of its holder on its first line. A measurement that joins by
// force appends its own, so that the holder sees the file grow.
#include "engine/measure/machine_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <utility>

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

/// The process ids in the file, its holder's first.
std::vector<pid_t> processes_in(const UniqueFd& fd) {
    std::array<char, 4096> text{};
    const ssize_t got = ::pread(fd.get(), text.data(), text.size(), 0);
    std::istringstream lines(std::string(text.data(), got > 0 ? static_cast<std::size_t>(got) : 0));
    return {std::istream_iterator<pid_t>(lines), {}};
}

std::string holder_of(const UniqueFd& fd) {
    const auto processes = processes_in(fd);
    return processes.empty() ? "unknown" : std::to_string(processes.front());
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
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody sets it
    if (const char* runtime = std::getenv("XDG_RUNTIME_DIR"); runtime && *runtime == '/') {
        places.push_back({.folder = std::string(runtime) + "/throughline", .file = kFile});
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

Result<MachineLock> MachineLock::acquire(const std::vector<LockPlace>& places, WhenBusy when_busy) {
    MachineLock lock;
    for (const LockPlace& place : places) {
        auto fd = open_lock_file(place);
        const int cause = fd && ::flock(fd->get(), LOCK_EX | LOCK_NB) != 0 ? errno : 0;
        if (!fd || (cause != 0 && cause != EWOULDBLOCK)) {
            const std::string path = place.folder + "/" + place.file;
            lock.problem_ += (lock.problem_.empty() ? "" : "; ") +
                             describe(fd ? errno_error(say("lock '%1'", path), cause) : fd.error());
            continue;
        }
        if (cause != 0 && when_busy == WhenBusy::Refuse) {
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
    const std::string line = std::to_string(::getpid()) + "\n";
    const bool ready = !alone || ::ftruncate(fd_.get(), 0) == 0;
    const off_t at = bytes_of(fd_);
    if (ready && ::pwrite(fd_.get(), line.data(), line.size(), at) > 0) {
        bytes_seen_ = at + static_cast<off_t>(line.size());
    } else {
        bytes_seen_ = at;
    }
}

bool MachineLock::disturbed() {
    if (!fd_) {
        return false;
    }
    const off_t seen = std::exchange(bytes_seen_, bytes_of(fd_));
    const auto processes = processes_in(fd_);
    return bytes_seen_ != seen ||
           std::any_of(processes.begin(), processes.end(), [](pid_t process) {
               return process > 0 && process != ::getpid() && ::kill(process, 0) == 0;
           });
}

}  // namespace throughline::measure
