// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/gpu_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <vector>

namespace throughline::consumer {
namespace {

/// A copy of a descriptor beyond those that the child gets, so that none of them is overwritten
/// before it was handed on.
Result<UniqueFd> out_of_the_way(int fd) {
    UniqueFd copy(::fcntl(fd, F_DUPFD_CLOEXEC, kGpuArenaFd + 1));
    if (!copy) {
        return errno_error("copy a descriptor", errno);
    }
    return copy;
}

/// Its own process group, so that Ctrl+C is told to it by us; nothing to read on stdin, and its
/// words on stderr, since stdout may carry the events of the record.
Result<pid_t> spawn(std::vector<std::string> words, int socket, int arena) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, socket, kGpuSocketFd);
    ::posix_spawn_file_actions_adddup2(&actions, arena, kGpuArenaFd);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    pid_t child = -1;
    const int failed = ::posix_spawn(
        &child, words.front().c_str(), &actions, &attributes, arguments.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        return errno_error("start '" + words.front() + "' for the GPU plug-in", failed);
    }
    return child;
}

std::string end_text(int status) {
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        return "was ended by signal " + std::to_string(signal) + " (" + ::sigdescr_np(signal) + ")";
    }
    return "ended with exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

Result<std::unique_ptr<GpuProcess>> GpuProcess::start(const GpuAccess& access, int arena) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        return errno_error("make a socket for the GPU plug-in", errno);
    }
    UniqueFd ours(ends[0]);
    const UniqueFd theirs(ends[1]);
    const auto socket = out_of_the_way(theirs.get());
    const auto memory = out_of_the_way(arena);
    if (!socket || !memory) {
        return socket ? memory.error() : socket.error();
    }
    std::vector<std::string> words = access.command;
    words.push_back(access.plugin);
    const auto child = spawn(std::move(words), socket->get(), memory->get());
    if (!child) {
        return child.error();
    }
    return std::unique_ptr<GpuProcess>(new GpuProcess(std::move(ours), *child));
}

GpuProcess::~GpuProcess() {
    hang_up();
    constexpr std::chrono::milliseconds kGrace{500};
    if (await_end(kGrace).empty()) {
        kill();
    }
}

Result<void> GpuProcess::send(const GpuRequest& request) {
    if (::send(socket_.get(), &request, sizeof request, MSG_NOSIGNAL) != sizeof request) {
        return errno_error("ask the process of the GPU plug-in", errno);
    }
    return {};
}

bool GpuProcess::await_reply(std::chrono::milliseconds patience) const {
    pollfd end{.fd = socket_.get(), .events = POLLIN, .revents = 0};
    return ::poll(&end, 1, static_cast<int>(patience.count())) > 0;
}

std::optional<GpuReply> GpuProcess::receive() {
    GpuReply reply;
    ssize_t got = -1;
    do {
        got = ::recv(socket_.get(), &reply, sizeof reply, 0);
        // The other end has closed with requests unread: told once, before what it said last.
    } while (got < 0 && (errno == EINTR || errno == ECONNRESET));
    return got == sizeof reply ? std::optional(reply) : std::nullopt;
}

void GpuProcess::hang_up() {
    ::shutdown(socket_.get(), SHUT_RDWR);
}

void GpuProcess::kill() {
    if (end_.empty()) {
        ::kill(child_, SIGKILL);
        // One that hangs inside a driver cannot be killed before the driver returns: it is left.
        constexpr std::chrono::milliseconds kUnkillable{2000};
        if (await_end(kUnkillable).empty()) {
            end_ = "does not end even when killed: it hangs in the driver";
        }
    }
}

std::string GpuProcess::await_end(std::chrono::milliseconds patience) {
    if (end_.empty()) {
        // Readable when it has ended. glibc 2.36 declares pidfd_open() so that C++ cannot link it.
        const UniqueFd child(static_cast<int>(::syscall(SYS_pidfd_open, child_, 0)));
        pollfd end{.fd = child.get(), .events = POLLIN, .revents = 0};
        static_cast<void>(::poll(&end, 1, static_cast<int>(patience.count())));
        int status = 0;
        if (::waitpid(child_, &status, WNOHANG) == child_) {
            end_ = end_text(status);
        }
    }
    return end_;
}

}  // namespace throughline::consumer
