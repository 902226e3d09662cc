// SPDX-License-Identifier: Apache-2.0
#include "app/mpi/launcher_watch.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <string>
#include <string_view>

#include "engine/base/file_descriptor.h"
#include "engine/base/text.h"

namespace throughline::app {
namespace {

constexpr std::array<std::string_view, 4> kLaunchers{"mpirun", "mpiexec", "orterun", "prterun"};
constexpr int kBetweenAsks_ms = 2'000;

bool has_ended_within(int process, int milliseconds) {
    pollfd waiting{.fd = process, .events = POLLIN, .revents = 0};
    return ::poll(&waiting, 1, milliseconds) > 0;
}

}  // namespace

void end_launcher_after(std::chrono::seconds patience) {
    const pid_t parent = ::getppid();
    const auto name = read_whole_file("/proc/" + std::to_string(parent) + "/comm");
    if (!name || std::ranges::find(kLaunchers, trim(*name)) == kLaunchers.end()) {
        return;
    }
    const auto process = static_cast<int>(::syscall(SYS_pidfd_open, parent, 0));
    if (process < 0 || ::fork() != 0) {
        return;
    }
    // In the child nothing but calls of the system: another thread may have held any lock.
    ::setsid();
    const auto milliseconds = static_cast<int>(patience.count() * 1000);
    if (!has_ended_within(process, milliseconds)) {
        for (const int signal : {SIGTERM, SIGTERM, SIGKILL}) {
            ::syscall(SYS_pidfd_send_signal, process, signal, nullptr, 0);
            if (has_ended_within(process, kBetweenAsks_ms)) {
                break;
            }
        }
    }
    ::_exit(0);
}

}  // namespace throughline::app
