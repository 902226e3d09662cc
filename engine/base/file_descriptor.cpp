// SPDX-License-Identifier: Apache-2.0
#include "engine/base/file_descriptor.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "engine/base/say.h"
#include "engine/base/written_path.h"

namespace throughline {

void FileDescriptorTraits::release(Raw raw) noexcept {
    ::close(raw);
}

Result<UniqueFd> open_file(const std::string& path, int flags, unsigned mode) {
    for (;;) {
        const int raw = ::open(path.c_str(), flags | O_CLOEXEC, mode);
        if (raw >= 0) {
            return UniqueFd(raw);
        }
        if (errno != EINTR) {
            return errno_error(say("open '%1'", path), errno);
        }
    }
}

Result<void> write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(fd, text.data(), text.size());
        if (written < 0) {
            if (errno == EINTR) {
                continue;
            }
            return errno_error(say("write"), errno);
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

Result<std::string> read_whole_file(const std::string& path, std::size_t bytes_max) {
    auto fd = open_file(path, O_RDONLY);
    if (!fd) {
        return std::move(fd).error();
    }
    std::string text;
    constexpr std::size_t kChunkBytes = 1U << 16U;
    for (;;) {
        const std::size_t had = text.size();
        text.resize(had + kChunkBytes);
        const ssize_t got = ::read(fd->get(), text.data() + had, kChunkBytes);
        if (got < 0 && errno != EINTR) {
            return errno_error(say("read '%1'", path), errno);
        }
        text.resize(had + (got > 0 ? static_cast<std::size_t>(got) : 0));
        if (got == 0) {
            return text;
        }
        if (text.size() > bytes_max) {
            return Error{.code = ErrorCode::Limit, .what = say("read '%1': file too large", path)};
        }
    }
}

namespace {

namespace fs = std::filesystem;

/// "PATH.part1234" is being written by process 1234, which holds its lock.
constexpr std::string_view kPart = ".part";

bool is_part_of(std::string_view name, std::string_view base) {
    const std::size_t mark = name.rfind(kPart);
    if (mark == std::string_view::npos) {
        return false;
    }
    const std::string_view written = name.substr(0, mark);
    const std::string_view number = name.substr(mark + kPart.size());
    // Of a record, whatever it was to be called: nobody else's files end like that.
    return (written == base || (written.ends_with(".tlrun") && base.ends_with(".tlrun"))) &&
           !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Whether the file is a plain one of this user that is still there, and nobody else's lock is on
/// it. Where the file system knows no locks, only a new one counts.
bool is_mine(int fd, bool is_new) {
    struct stat status{};
    const bool locked = ::flock(fd, LOCK_EX | LOCK_NB) == 0 || (is_new && errno != EWOULDBLOCK);
    return locked && ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
           status.st_uid == ::geteuid() && status.st_nlink > 0;
}

/// Removes what processes that were killed have left of this file.
void remove_stale_parts(const fs::path& target) {
    std::error_code none;
    const fs::path folder = target.parent_path().empty() ? "." : target.parent_path();
    const std::string base = target.filename().string();
    for (const auto& entry : fs::directory_iterator(folder, none)) {
        if (!is_part_of(entry.path().filename().string(), base)) {
            continue;
        }
        const std::string path = entry.path().string();
        const auto fd = open_file(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
        if (fd && is_mine(fd->get(), false)) {
            ::unlink(path.c_str());
        }
    }
}

/// A new file of this process, which nobody who cleans up takes for a stale one.
Result<UniqueFd> open_part(const std::string& path) {
    constexpr int kTries = 8;
    for (int tries = 0; tries < kTries; ++tries) {
        auto fd = open_file(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0644);
        if (!fd || is_mine(fd->get(), true)) {
            return fd;
        }
    }
    return errno_error(say("open '%1'", path), EAGAIN);
}

}  // namespace

std::string written_path(const std::string& path) {
    constexpr int kLinksMax = 40;  // as the kernel's
    fs::path target(path);
    std::error_code failed;
    for (int links = 0; links < kLinksMax && fs::is_symlink(target, failed); ++links) {
        const fs::path next = fs::read_symlink(target, failed);
        if (failed) {
            break;
        }
        target = next.is_absolute() ? next : target.parent_path() / next;
    }
    return target.string();
}

Result<void> write_file_atomically(const std::string& path, std::string_view text) {
    // Errors name the file that was asked for: nobody knows the temporary one.
    const std::string act = say("write '%1'", path);
    const std::string target = written_path(path);
    const std::string temporary = target + std::string(kPart) + std::to_string(::getpid());
    remove_stale_parts(target);
    const auto fd = open_part(temporary);
    if (!fd) {
        return errno_error(act, fd.error().errno_value);
    }
    auto written = write_all(fd->get(), text);
    if (!written) {
        written = errno_error(act, written.error().errno_value);
    } else if (::fsync(fd->get()) != 0 || std::rename(temporary.c_str(), target.c_str()) != 0) {
        written = errno_error(act, errno);
    }
    if (!written) {
        ::unlink(temporary.c_str());
    }
    return written;
}

}  // namespace throughline
