// SPDX-License-Identifier: Apache-2.0
#include "engine/nbd/served_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace throughline::nbd {
namespace {

constexpr unsigned kNewFileMode = 0600;

Result<ServedFile> check_and_lock(UniqueFd fd, const std::string& path, bool writable) {
    struct stat facts{};
    if (::fstat(fd.get(), &facts) != 0) {
        return errno_error("look at '" + path + "'", errno);
    }
    if (!S_ISREG(facts.st_mode)) {
        return usage_error("'" + path +
                           "' is no regular file: devices, folders and pipes are never served");
    }
    if (facts.st_size == 0) {
        return usage_error("'" + path + "' is empty: there is nothing to serve");
    }
    if (::flock(fd.get(), (writable ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) {
            return Error{.code = ErrorCode::Busy,
                         .what = "'" + path + "' is served by another process that " +
                                 (writable ? "uses it" : "writes to it")};
        }
        return errno_error("lock '" + path + "'", errno);
    }
    return ServedFile{.fd = std::move(fd),
                      .bytes = static_cast<std::uint64_t>(facts.st_size),
                      .writable = writable};
}

}  // namespace

Result<ServedFile> open_served_file(const std::string& path, const Opening& opening) {
    const bool writable = opening.writable || opening.create_bytes;
    // A pipe without a writer, or a device, must not be waited for before it is refused.
    const int flags = (writable ? O_RDWR : O_RDONLY) | O_NONBLOCK | O_NOCTTY;
    if (!opening.create_bytes) {
        struct stat facts{};
        if (::stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode)) {
            return usage_error("'" + path +
                               "' is no regular file: devices, folders and pipes are never served");
        }
        auto fd = open_file(path, flags);
        return fd ? check_and_lock(*std::move(fd), path, writable) : std::move(fd).error();
    }
    auto fd = open_file(path, flags | O_CREAT | O_EXCL, kNewFileMode);
    if (!fd) {
        return fd.error().errno_value == EEXIST
                   ? usage_error("'" + path + "' is there already: what is there is never replaced")
                   : std::move(fd).error();
    }
    if (::ftruncate(fd->get(), static_cast<off_t>(*opening.create_bytes)) != 0) {
        const int errno_value = errno;
        ::unlink(path.c_str());
        return errno_error("make '" + path + "' as large as asked", errno_value);
    }
    return check_and_lock(*std::move(fd), path, true);
}

}  // namespace throughline::nbd
