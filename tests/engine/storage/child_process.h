// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <string>

namespace throughline::storage {

/// Runs `body` in a forked child, which may change its rights and limits, and returns the text that
/// it gave; a crash or hang of the child (20 s) is such a text too.
inline std::string run_in_child(const std::function<std::string()>& body) {
    std::array<int, 2> pipe_ends{};
    if (::pipe(pipe_ends.data()) != 0) {
        return "pipe failed";
    }
    const pid_t child = ::fork();
    if (child < 0) {
        return "fork failed";
    }
    if (child == 0) {
        ::close(pipe_ends[0]);
        ::alarm(20);
        const std::string text = body();
        const auto written = ::write(pipe_ends[1], text.data(), text.size());
        ::_exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
    }
    ::close(pipe_ends[1]);
    std::string text;
    std::array<char, 4096> chunk{};
    for (;;) {
        const ssize_t got = ::read(pipe_ends[0], chunk.data(), chunk.size());
        if (got <= 0) {
            break;
        }
        text.append(chunk.data(), static_cast<std::size_t>(got));
    }
    ::close(pipe_ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        text += " (child ended with status " + std::to_string(status) + ")";
    }
    return text;
}

/// Gives up root for good; true at once for a user who is not root.
inline bool become_ordinary_user() {
    constexpr unsigned kNobody = 65534;
    return ::geteuid() != 0 || (::setresgid(kNobody, kNobody, kNobody) == 0 &&
                                ::setresuid(kNobody, kNobody, kNobody) == 0);
}

}  // namespace throughline::storage
