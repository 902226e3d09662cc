// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <new>
#include <string>

namespace throughline::measure {

/// Another process that reads a file of 16 MiB from the device, again and again, past the page
/// cache, until this object goes away.
class OtherReader {
public:
    explicit OtherReader(const std::string& path) {
        if (!write_file(path)) {
            return;
        }
        const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECT | O_CLOEXEC);
        if (fd < 0) {
            return;
        }
        child_ = ::fork();
        if (child_ == 0) {
            read_for_ever(fd);
        }
        ::close(fd);
    }
    ~OtherReader() {
        if (child_ > 0) {
            ::kill(child_, SIGKILL);
            ::waitpid(child_, nullptr, 0);
        }
    }
    OtherReader(const OtherReader&) = delete;
    OtherReader& operator=(const OtherReader&) = delete;

    /// False where the file system knows no O_DIRECT.
    bool reads() const noexcept { return child_ > 0; }

private:
    static constexpr std::size_t kBytes = std::size_t{1} << 20U;
    static constexpr int kPieces = 16;

    static bool write_file(const std::string& path) {
        const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        const std::string bytes(kBytes, 'x');
        bool written = fd >= 0;
        for (int piece = 0; written && piece < kPieces; ++piece) {
            written = ::write(fd, bytes.data(), bytes.size()) == static_cast<ssize_t>(kBytes);
        }
        written = written && ::fsync(fd) == 0;
        ::close(fd);
        return written;
    }

    [[noreturn]] static void read_for_ever(int fd) {
        constexpr std::size_t kAlign = 4096;
        void* const memory = ::operator new(kBytes, std::align_val_t{kAlign});
        ::alarm(60);  // should its parent be killed
        for (int piece = 0;; piece = (piece + 1) % kPieces) {
            if (::pread(
                    fd, memory, kBytes, static_cast<off_t>(piece) * static_cast<off_t>(kBytes)) <=
                0) {
                ::_exit(1);
            }
        }
    }

    pid_t child_ = -1;
};

}  // namespace throughline::measure
