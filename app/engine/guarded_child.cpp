// SPDX-License-Identifier: Apache-2.0
#include "app/engine/guarded_child.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "engine/base/child_process.h"
#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/format.h"
#include "engine/base/say.h"

namespace throughline::app {
namespace {

constexpr std::size_t kTextBytesMax = 1U << 20U;

struct Pipe {
    UniqueFd read_end;
    UniqueFd write_end;
};

Result<Pipe> make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return errno_error("make a pipe", errno);
    }
    return Pipe{.read_end = UniqueFd(ends[0]), .write_end = UniqueFd(ends[1])};
}

/// Takes what is there; closes the end at the end of file. More than kTextBytesMax is dropped.
void take(UniqueFd& from, std::string& text) {
    std::array<char, 4096> piece{};
    const ssize_t got = ::read(from.get(), piece.data(), piece.size());
    if (got > 0) {
        const auto room = kTextBytesMax - text.size();
        text.append(piece.data(), std::min(static_cast<std::size_t>(got), room));
    } else if (got == 0 || errno != EINTR) {
        from.reset();
    }
}

/// Reads both pipes until they are closed. False: the time was over first.
bool read_until(SteadyTime deadline, UniqueFd& out, UniqueFd& err, ChildEnd& end) {
    while (out || err) {
        const auto left = std::chrono::floor<std::chrono::milliseconds>(deadline - steady_now());
        if (left <= left.zero()) {
            return false;
        }
        std::array<pollfd, 2> ends{{{.fd = out.get(), .events = POLLIN, .revents = 0},
                                    {.fd = err.get(), .events = POLLIN, .revents = 0}}};
        if (::poll(ends.data(), ends.size(), static_cast<int>(left.count())) < 0 &&
            errno != EINTR) {
            return false;
        }
        if (ends[0].revents != 0) {
            take(out, end.out);
        }
        if (ends[1].revents != 0) {
            take(err, end.err);
        }
    }
    return true;
}

}  // namespace

Result<ChildEnd> run_guarded(const std::vector<std::string>& command,
                             std::chrono::milliseconds patience,
                             int input) {
    auto out = make_pipe();
    auto err = make_pipe();
    if (!out || !err) {
        return out ? std::move(err).error() : std::move(out).error();
    }
    ChildStart start{.command = command,
                     .descriptors = {{.ours = out->write_end.get(), .its = STDOUT_FILENO},
                                     {.ours = err->write_end.get(), .its = STDERR_FILENO}}};
    if (input >= 0) {
        start.descriptors.push_back({.ours = input, .its = STDIN_FILENO});
    }
    const auto child = start_child(start);
    if (!child) {
        return child.error();
    }
    out->write_end.reset();
    err->write_end.reset();
    ChildEnd end;
    const SteadyTime deadline = steady_now() + patience;
    end.timed_out = !read_until(deadline, out->read_end, err->read_end, end);
    if (!end.timed_out) {
        // Its pipes are closed: it is at its end, or does nothing that we could see.
        const auto left = std::max(Nanoseconds::zero(), Nanoseconds(deadline - steady_now()));
        const auto status =
            await_child(*child, std::chrono::floor<std::chrono::milliseconds>(left));
        end.fault = status && *status != 0 ? child_end_text(*status) : std::string();
        end.timed_out = !status;
    }
    if (end.timed_out) {
        end.left_alone = !kill_child(*child);
    }
    return end;
}

std::string fault_text(const ChildEnd& end, std::chrono::milliseconds patience) {
    if (end.timed_out) {
        return "did not answer for " +
               format_duration(std::chrono::duration<double>(patience).count()) + " and " +
               (end.left_alone ? say(kUnkillableText) : "was killed");
    }
    return end.fault;
}

}  // namespace throughline::app
