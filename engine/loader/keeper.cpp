// SPDX-License-Identifier: Apache-2.0
// Behind fork() in a program of many threads nothing but system calls may be made
// (signal-safety(7)): no memory is taken here, and nothing is said.
#include "engine/loader/keeper.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include "engine/base/say.h"

namespace throughline::loader {
namespace {

constexpr int kFirstOther = STDERR_FILENO + 1;
constexpr int kLine = kFirstOther;  ///< of the keeper
constexpr int kShellFailed = 127;   // as a shell says that a command was not found
constexpr int kLooks = 200;
constexpr int kLookMs = 10;  // two seconds together: one that hangs in the kernel is left

/// What is made before the fork.
struct Plan {
    const char* command;
    std::array<int, 3> ends;
    int line;
};

void close_from(int first) {
    if (::syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, 0U) == 0) {
        return;
    }
    constexpr int kDescriptorsMax = 65536;  // for kernels before 5.9
    const auto most = static_cast<int>(std::min<long>(::sysconf(_SC_OPEN_MAX), kDescriptorsMax));
    for (int fd = first; fd < most; ++fd) {
        ::close(fd);
    }
}

/// Puts the plan's descriptors at 0, 1, 2 and 3, and closes all others.
void keep_only(const Plan& plan) {
    std::array<int, 4> moved{};
    const std::array<int, 4> wanted{plan.ends[0], plan.ends[1], plan.ends[2], plan.line};
    for (std::size_t i = 0; i < wanted.size(); ++i) {  // first out of each other's way
        moved[i] = ::fcntl(wanted[i], F_DUPFD, kLine + 1);
    }
    for (std::size_t i = 0; i < moved.size(); ++i) {
        ::dup2(moved[i], static_cast<int>(i));
    }
    close_from(kLine + 1);
}

[[noreturn]] void become_command(const char* command) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::close(kLine);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
        ::signal(signal, SIG_DFL);
    }
    ::execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
    ::_exit(kShellFailed);
}

/// Kills every child of this process. Source: proc_pid_children(5).
void kill_children() {
    const int file = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return;
    }
    std::array<char, 4096> text{};
    pid_t pid = 0;
    for (ssize_t got = 0; (got = ::read(file, text.data(), text.size())) > 0;) {
        for (ssize_t i = 0; i < got; ++i) {
            const char byte = text[static_cast<std::size_t>(i)];
            if (byte >= '0' && byte <= '9') {
                pid = pid * 10 + (byte - '0');
            } else if (pid > 0) {
                ::kill(pid, SIGKILL);
                pid = 0;
            }
        }
    }
    ::close(file);
}

/// Ends what is left, as long as something ends.
void end_all(pid_t command, int& status) {
    for (int look = 0; look < kLooks; ++look) {
        ::kill(-command, SIGKILL);
        kill_children();
        int ended_with = 0;
        pid_t ended = 0;
        while ((ended = ::waitpid(-1, &ended_with, WNOHANG)) > 0) {
            status = ended == command ? ended_with : status;
        }
        if (ended < 0) {
            return;  // there are none
        }
        ::poll(nullptr, 0, kLookMs);
    }
}

/// Waits until the command has ended or the line is let go. Reaps what ends meanwhile.
void await_end(pid_t command, int signals, int& status) {
    while (true) {
        std::array<pollfd, 2> ends{{{.fd = kLine, .events = POLLIN, .revents = 0},
                                    {.fd = signals, .events = POLLIN, .revents = 0}}};
        if (::poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) {
            return;
        }
        if (ends[0].revents != 0) {
            return;
        }
        signalfd_siginfo info{};
        static_cast<void>(::read(signals, &info, sizeof info) == 0);
        int ended_with = 0;
        for (pid_t ended = 0; (ended = ::waitpid(-1, &ended_with, WNOHANG)) > 0;) {
            if (ended == command) {
                status = ended_with;
                return;
            }
        }
    }
}

[[noreturn]] void keep(const Plan& plan) {
    ::setpgid(0, 0);  // Ctrl+C does not reach it
    ::prctl(PR_SET_NAME, "tl-keeper");
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    keep_only(plan);
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    ::sigprocmask(SIG_SETMASK, &ends, nullptr);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
        ::signal(signal, SIG_IGN);
    }
    const int signals = ::signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK);
    const pid_t command = ::fork();
    if (command == 0) {
        become_command(plan.command);
    }
    for (const int end : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        ::close(end);
    }
    int status = kShellFailed << 8;
    if (command > 0) {
        await_end(command, signals, status);
        end_all(command, status);
    }
    static_cast<void>(::send(kLine, &status, sizeof status, MSG_NOSIGNAL));
    ::_exit(0);
}

}  // namespace

Result<Kept> start_kept(const std::string& command, const KeptEnds& ends) {
    std::array<int, 2> line{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line.data()) != 0) {
        return errno_error(say("start the loader"), errno);
    }
    UniqueFd ours(line[0]);
    const UniqueFd its(line[1]);
    const Plan plan{
        .command = command.c_str(), .ends = {ends.in, ends.out, ends.err}, .line = its.get()};
    const pid_t keeper = ::fork();
    if (keeper == 0) {
        keep(plan);
    }
    if (keeper < 0) {
        return errno_error(say("start the loader"), errno);
    }
    return Kept{.keeper = keeper, .line = std::move(ours)};
}

}  // namespace throughline::loader
