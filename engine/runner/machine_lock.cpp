// SPDX-License-Identifier: Apache-2.0
#include "engine/runner/machine_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace throughline::runner {

std::string MachineLock::path() {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody sets it
    const char* runtime = std::getenv("XDG_RUNTIME_DIR");
    const std::string folder = runtime != nullptr && *runtime != '\0'
                                   ? std::string(runtime) + "/throughline"
                                   : "/tmp/throughline-" + std::to_string(::getuid());
    return folder + "/measuring.lock";
}

Result<MachineLock> MachineLock::acquire() {
    const std::string file = path();
    const std::string folder = file.substr(0, file.rfind('/'));
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
        return errno_error("make the folder '" + folder + "' for the measurement lock", errno);
    }
    auto fd = open_file(file, O_RDWR | O_CREAT, 0600);
    if (!fd) {
        return std::move(fd).error();
    }
    if (::flock(fd->get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK) {
            return errno_error("lock '" + file + "'", errno);
        }
        auto holder = read_whole_file(file, 64);
        return Error{.code = ErrorCode::Busy,
                     .what = "another measurement is running on this machine (process " +
                             (holder && !holder->empty() ? *holder : std::string("unknown")) +
                             "); wait for it, or use --force to run beside it, marked disturbed"};
    }
    if (::ftruncate(fd->get(), 0) == 0) {
        // The id only helps the message above; the lock itself is what counts.
        static_cast<void>(write_all(fd->get(), std::to_string(::getpid())).has_value());
    }
    return MachineLock(*std::move(fd));
}

}  // namespace throughline::runner
