// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/engine_child.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "engine/base/child_process.h"

namespace throughline::hosts {
namespace {

constexpr int kSpecFd = 3;
constexpr std::size_t kComplaintsKept = 4096;

struct Pipe {
    UniqueFd read;
    UniqueFd write;
};

Result<Pipe> make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return errno_error("make a pipe", errno);
    }
    return Pipe{.read = UniqueFd(ends[0]), .write = UniqueFd(ends[1])};
}

void never_wait(const UniqueFd& fd) {
    ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

/// Adds what is there; closes `fd` where nothing can come any more.
void take(UniqueFd& fd, std::string& text) {
    std::array<char, 65536> chunk{};
    while (fd) {
        const ssize_t got = ::read(fd.get(), chunk.data(), chunk.size());
        if (got > 0) {
            text.append(chunk.data(), static_cast<std::size_t>(got));
        } else if (got < 0 && errno == EINTR) {
            continue;
        } else if (got < 0 && errno == EAGAIN) {
            return;
        } else {
            fd.reset();
        }
    }
}

}  // namespace

Result<EngineChild> EngineChild::start(const std::vector<std::string>& command,
                                       std::string_view spec,
                                       int more) {
    const UniqueFd file(::memfd_create("spec", MFD_CLOEXEC));
    if (!file) {
        return errno_error("keep the spec in memory", errno);
    }
    if (const auto written = write_all(file.get(), spec); !written) {
        return written.error();
    }
    auto in = make_pipe();
    auto out = make_pipe();
    auto err = make_pipe();
    for (const auto* made : {&in, &out, &err}) {
        if (!*made) {
            return made->error();
        }
    }
    ChildStart start{.command = command,
                     .descriptors = {{in->read.get(), STDIN_FILENO},
                                     {out->write.get(), STDOUT_FILENO},
                                     {err->write.get(), STDERR_FILENO}}};
    // One of ours may bear a number that is to be the child's: it must be moved away before.
    UniqueFd kept_spec(::fcntl(file.get(), F_DUPFD_CLOEXEC, kMoreFd + 1));
    UniqueFd kept_more(more < 0 ? -1 : ::fcntl(more, F_DUPFD_CLOEXEC, kMoreFd + 1));
    if (!kept_spec || (more >= 0 && !kept_more)) {
        return errno_error("keep descriptors for the engine", errno);
    }
    start.descriptors.push_back({kept_spec.get(), kSpecFd});
    if (kept_more) {
        start.descriptors.push_back({kept_more.get(), kMoreFd});
    }
    const auto pid = start_child(start);
    if (!pid) {
        return pid.error();
    }
    EngineChild child;
    child.pid_.value = *pid;
    child.in_ = std::move(in->write);
    child.out_ = std::move(out->read);
    child.err_ = std::move(err->read);
    for (const auto* fd : {&child.in_, &child.out_, &child.err_}) {
        never_wait(*fd);
    }
    return child;
}

EngineChild::~EngineChild() {
    kill();
}

void EngineChild::command(std::string_view line) const {
    if (in_) {
        static_cast<void>(write_all(in_.get(), std::string(line) + "\n").has_value());
    }
}

std::vector<std::string> EngineChild::read() {
    take(out_, pending_);
    take(err_, complaints_);
    if (complaints_.size() > kComplaintsKept) {
        complaints_.erase(0, complaints_.size() - kComplaintsKept);
    }
    std::vector<std::string> lines;
    std::size_t begin = 0;
    for (std::size_t end = pending_.find('\n'); end != std::string::npos;
         end = pending_.find('\n', begin)) {
        lines.push_back(pending_.substr(begin, end - begin));
        begin = end + 1;
    }
    pending_.erase(0, begin);
    return lines;
}

std::optional<int> EngineChild::ended() {
    if (pid_.value > 0 && !status_) {
        int status = 0;
        if (::waitpid(pid_.value, &status, WNOHANG) == pid_.value) {
            status_ = status;
            pid_.value = -1;
        }
    }
    return status_;
}

void EngineChild::kill() {
    if (pid_.value > 0 && !status_) {
        status_ = kill_child(pid_.value);
        pid_.value = -1;
    }
}

}  // namespace throughline::hosts
