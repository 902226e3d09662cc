// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/gpu_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "engine/base/child_process.h"
#include "engine/base/say.h"
#include "engine/consumer/gpu_config.h"

namespace throughline::consumer {
namespace {

/// A copy of a descriptor beyond those that the child gets, so that none of them is overwritten
/// before it was handed on.
Result<UniqueFd> out_of_the_way(int fd) {
    UniqueFd copy(::fcntl(fd, F_DUPFD_CLOEXEC, kGpuArenaFd + 1));
    if (!copy) {
        return errno_error(say("copy a descriptor"), errno);
    }
    return copy;
}

}  // namespace

Result<std::unique_ptr<GpuProcess>> GpuProcess::start(const GpuAccess& access,
                                                      std::uint32_t device,
                                                      int arena) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        return errno_error(say("make a socket for the GPU plug-in"), errno);
    }
    UniqueFd ours(ends[0]);
    const UniqueFd theirs(ends[1]);
    const auto socket = out_of_the_way(theirs.get());
    const auto memory = out_of_the_way(arena);
    if (!socket || !memory) {
        return socket ? memory.error() : socket.error();
    }
    // Its words go to stderr, since stdout may carry the events of the record; Ctrl+C is told to it
    // by us.
    ChildStart how{.command = access.command,
                   .descriptors = {{.ours = STDERR_FILENO, .its = STDOUT_FILENO},
                                   {.ours = socket->get(), .its = kGpuSocketFd},
                                   {.ours = memory->get(), .its = kGpuArenaFd}},
                   .own_group = true,
                   .environment = {}};
    // Without the others in sight it is sooner awake, and takes no memory of them.
    if (const std::string uuid = uuid_of(access, device); !uuid.empty()) {
        how.environment.push_back("CUDA_VISIBLE_DEVICES=" + uuid);
    }
    how.command.push_back(access.plugin);
    const auto child = start_child(how);
    if (!child) {
        return child.error();
    }
    return std::unique_ptr<GpuProcess>(
        new GpuProcess(std::move(ours), *child, access.closing_patience));
}

GpuProcess::~GpuProcess() {
    hang_up();
    if (await_end(closing_patience_).empty()) {
        kill();
    }
}

Result<void> GpuProcess::send(const GpuRequest& request) {
    if (::send(socket_.get(), &request, sizeof request, MSG_NOSIGNAL) != sizeof request) {
        return errno_error(say("ask the process of the GPU plug-in"), errno);
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
        const auto status = kill_child(child_);
        end_ = status ? child_end_text(*status) : say(kUnkillableText);
    }
}

std::string GpuProcess::await_end(std::chrono::milliseconds patience) {
    if (end_.empty()) {
        if (const auto status = await_child(child_, patience)) {
            end_ = child_end_text(*status);
        }
    }
    return end_;
}

}  // namespace throughline::consumer
