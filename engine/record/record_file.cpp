// SPDX-License-Identifier: Apache-2.0
#include "engine/record/record_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "engine/base/say.h"

namespace throughline::record {
namespace {

/// Takes the writer's lock. A program that asks record_is_locked() holds it for a moment, so a
/// held lock is tried again for 100 ms before another writer is blamed.
Result<void> lock(int fd, const std::string& path) {
    constexpr int kTries = 10;
    constexpr int kPauseMs = 10;
    for (int tries = 1; ::flock(fd, LOCK_EX | LOCK_NB) != 0; ++tries) {
        if (errno != EWOULDBLOCK && errno != EINTR) {
            return errno_error(say("lock '%1'", path), errno);
        }
        if (tries == kTries) {
            return Error{.code = ErrorCode::Busy,
                         .what = say("'%1' is being written by another process", path)};
        }
        ::poll(nullptr, 0, kPauseMs);
    }
    return {};
}

Error write_error(const std::string& path, int errno_value) {
    Error error = errno_error(say("write '%1'", path), errno_value);
    if (errno_value == EFBIG) {
        error.code = ErrorCode::Limit;
    }
    return error;
}

Result<UniqueFd> open_locked(const std::string& path, int more_flags) {
    // Not O_TRUNC: nothing may be lost before the lock is held. O_NONBLOCK: a FIFO without a
    // reader is refused below instead of waited for.
    auto fd = open_file(path, O_WRONLY | O_APPEND | O_NONBLOCK | more_flags, 0644);
    if (!fd) {
        return std::move(fd).error();
    }
    struct stat status{};
    if (::fstat(fd->get(), &status) != 0) {
        return errno_error(say("stat '%1'", path), errno);
    }
    if (!S_ISREG(status.st_mode)) {
        return usage_error(say("'%1' is not a regular file", path));
    }
    if (auto locked = lock(fd->get(), path); !locked) {
        return std::move(locked).error();
    }
    return *std::move(fd);
}

}  // namespace

Result<RecordFile> RecordFile::open_existing(const std::string& path) {
    auto fd = open_locked(path, 0);
    return fd ? Result<RecordFile>(RecordFile(*std::move(fd), path))
              : Result<RecordFile>(std::move(fd).error());
}

Result<void> RecordFile::cut_to(std::uint64_t complete_bytes) {
    complete_bytes_ = static_cast<off_t>(complete_bytes);
    return ::ftruncate(fd_.get(), complete_bytes_) == 0 ? Result<void>()
                                                        : write_error(path_, errno);
}

Result<RecordFile> RecordFile::open(const std::string& path, bool overwrite) {
    auto fd = open_locked(path, O_CREAT);
    if (!fd) {
        return std::move(fd).error();
    }
    struct stat status{};
    // Under the lock: another writer may have filled it in between.
    if (::fstat(fd->get(), &status) != 0) {
        return errno_error(say("stat '%1'", path), errno);
    }
    if (status.st_size > 0 && !overwrite) {
        return usage_error(say("'%1' exists already and is not empty", path));
    }
    if (status.st_size > 0 && ::ftruncate(fd->get(), 0) != 0) {
        return errno_error(say("empty '%1'", path), errno);
    }
    return RecordFile(*std::move(fd), path);
}

Result<void> RecordFile::append(std::string_view line) {
    std::string_view left = line;
    while (!left.empty()) {
        const ssize_t written = ::write(fd_.get(), left.data(), left.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            const int cause = errno;
            // Should this fail too, a line without its newline stays, which every reader leaves
            // out.
            static_cast<void>(::ftruncate(fd_.get(), complete_bytes_) == 0);
            return write_error(path_, cause);
        }
        left.remove_prefix(static_cast<std::size_t>(written));
    }
    complete_bytes_ += static_cast<off_t>(line.size());
    return {};
}

Result<void> RecordFile::close() {
    if (!fd_) {
        return {};
    }
    const int synced = ::fsync(fd_.get());
    const int cause = errno;
    fd_.reset();
    if (synced != 0) {
        return write_error(path_, cause);
    }
    return {};
}

}  // namespace throughline::record
