// SPDX-License-Identifier: Apache-2.0
#include "engine/nbd/served_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "engine/base/say.h"

namespace throughline::nbd {
namespace {

constexpr unsigned kNewFileMode = 0600;

Error no_file(const std::string& path) {
    return usage_error(
        say("'%1' is no regular file: devices, folders and pipes are never served", path));
}

Result<ServedFile> check_and_lock(UniqueFd fd, const std::string& path, bool writable) {
    struct stat facts{};
    if (::fstat(fd.get(), &facts) != 0) {
        return errno_error(say("look at '%1'", path), errno);
    }
    if (!S_ISREG(facts.st_mode)) {
        return no_file(path);
    }
    if (facts.st_size == 0) {
        return usage_error(say("'%1' is empty: there is nothing to serve", path));
    }
    if (::flock(fd.get(), (writable ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) {
            return Error{
                .code = ErrorCode::Busy,
                .what = say(writable ? to_say("'%1' is served by another process that uses it")
                                     : to_say("'%1' is served by another process that writes "
                                              "to it"),
                            path)};
        }
        return errno_error(say("lock '%1'", path), errno);
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
            return no_file(path);
        }
        auto fd = open_file(path, flags);
        return fd ? check_and_lock(*std::move(fd), path, writable) : std::move(fd).error();
    }
    auto fd = open_file(path, flags | O_CREAT | O_EXCL, kNewFileMode);
    if (!fd) {
        return fd.error().errno_value == EEXIST
                   ? usage_error(
                         say("'%1' is there already: what is there is never replaced", path))
                   : std::move(fd).error();
    }
    if (::ftruncate(fd->get(), static_cast<off_t>(*opening.create_bytes)) != 0) {
        const int errno_value = errno;
        ::unlink(path.c_str());
        return errno_error(say("make '%1' as large as asked", path), errno_value);
    }
    return check_and_lock(*std::move(fd), path, true);
}

}  // namespace throughline::nbd
