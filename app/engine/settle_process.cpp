// SPDX-License-Identifier: Apache-2.0
#include "app/engine/settle_process.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <initializer_list>

namespace throughline::app {

void settle_process() {
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(fd, F_GETFD) < 0 && errno == EBADF) {
            // The lowest number that is free is this one. It stays open for the whole program.
            static_cast<void>(::open("/dev/null", O_RDWR));
        }
    }
    std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace throughline::app
