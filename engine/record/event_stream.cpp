// SPDX-License-Identifier: Apache-2.0
#include "engine/record/event_stream.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <utility>

namespace throughline::record {

EventStream::EventStream(int fd) {
    if (fd < 0) {
        return;
    }
    struct stat status{};
    const bool known = ::fstat(fd, &status) == 0;
    if (known && (S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode))) {
        // A second description of the same pipe or terminal has flags of its own.
        auto reopened =
            open_file("/proc/self/fd/" + std::to_string(fd), O_WRONLY | O_NONBLOCK | O_NOCTTY);
        if (reopened) {
            fd_ = *std::move(reopened);
            how_ = How::NonBlocking;
            return;
        }
    }
    fd_.reset(::fcntl(fd, F_DUPFD_CLOEXEC, 0));
    how_ = known && S_ISSOCK(status.st_mode) ? How::Socket : How::Polled;
    reader_gone_ = !fd_;
}

void EventStream::offer(std::string line) {
    if (!fd_) {
        return;
    }
    if (waiting_bytes_ + line.size() > kBufferBytes) {
        ++missed_;
        return;
    }
    waiting_bytes_ += line.size();
    lines_.push_back(std::move(line));
}

bool EventStream::ready(int timeout_ms) {
    pollfd wanted{.fd = fd_.get(), .events = POLLOUT, .revents = 0};
    if (::poll(&wanted, 1, timeout_ms) <= 0) {
        return false;
    }
    if ((wanted.revents & (POLLERR | POLLNVAL)) != 0) {
        close_reader();
        return false;
    }
    return (wanted.revents & POLLOUT) != 0;
}

long EventStream::write_some() {
    const std::string& line = lines_.front();
    const char* data = line.data() + front_written_;
    const std::size_t left = line.size() - front_written_;
    switch (how_) {
        case How::NonBlocking:
            return ::write(fd_.get(), data, left);
        case How::Socket:
            return ::send(fd_.get(), data, left, MSG_DONTWAIT | MSG_NOSIGNAL);
        case How::Polled:
            // A pipe that poll(2) calls writable takes PIPE_BUF bytes at once (pipe(7)).
            return ::write(fd_.get(), data, std::min<std::size_t>(left, PIPE_BUF));
    }
    return -1;
}

void EventStream::pump() {
    while (!lines_.empty() && ready(0)) {
        const long written = write_some();
        if (written < 0) {
            if (errno == EINTR) {
                continue;
            }
            if (errno != EAGAIN) {
                close_reader();
            }
            return;
        }
        front_written_ += static_cast<std::size_t>(written);
        if (front_written_ == lines_.front().size()) {
            waiting_bytes_ -= lines_.front().size();
            lines_.pop_front();
            front_written_ = 0;
        }
    }
}

void EventStream::finish(std::chrono::milliseconds timeout) {
    const auto end = std::chrono::steady_clock::now() + timeout;
    for (pump(); !lines_.empty(); pump()) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            end - std::chrono::steady_clock::now());
        if (left.count() <= 0 || !ready(static_cast<int>(left.count()))) {
            break;
        }
    }
    missed_ += lines_.size();
    lines_.clear();
    fd_.reset();
}

void EventStream::close_reader() {
    reader_gone_ = true;
    fd_.reset();
    lines_.clear();
    waiting_bytes_ = 0;
    front_written_ = 0;
}

}  // namespace throughline::record
