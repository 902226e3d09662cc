// SPDX-License-Identifier: Apache-2.0
#include "engine/base/file_descriptor.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

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
            return errno_error("open '" + path + "'", errno);
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
            return errno_error("write", errno);
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
            return errno_error("read '" + path + "'", errno);
        }
        text.resize(had + (got > 0 ? static_cast<std::size_t>(got) : 0));
        if (got == 0) {
            return text;
        }
        if (text.size() > bytes_max) {
            return Error{.code = ErrorCode::Limit, .what = "read '" + path + "': file too large"};
        }
    }
}

Result<void> write_file_atomically(const std::string& path, std::string_view text) {
    // Errors name the file that was asked for: nobody knows the temporary one.
    const std::string act = "write '" + path + "'";
    const std::string temporary = path + ".part" + std::to_string(::getpid());
    // A new file, never what somebody has put there: not a link, and not what an earlier process
    // of this id left.
    constexpr int kNew = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
    auto fd = open_file(temporary, kNew, 0644);
    if (!fd && fd.error().errno_value == EEXIST && ::unlink(temporary.c_str()) == 0) {
        fd = open_file(temporary, kNew, 0644);
    }
    if (!fd) {
        return errno_error(act, fd.error().errno_value);
    }
    auto written = write_all(fd->get(), text);
    if (!written) {
        written = errno_error(act, written.error().errno_value);
    } else if (::fsync(fd->get()) != 0 || std::rename(temporary.c_str(), path.c_str()) != 0) {
        written = errno_error(act, errno);
    }
    if (!written) {
        ::unlink(temporary.c_str());
    }
    return written;
}

}  // namespace throughline
