// SPDX-License-Identifier: Apache-2.0
#include "tests/app/engine_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "engine/base/check.h"

namespace throughline::tests {
namespace {

struct Pipe {
    UniqueFd read;
    UniqueFd write;
};

Pipe make_pipe() {
    std::array<int, 2> ends{};
    THROUGHLINE_CHECK(::pipe2(ends.data(), O_CLOEXEC) == 0);
    return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

/// Appends what is there; closes the descriptor at the end of the data.
void drain(UniqueFd& fd, std::string& text) {
    std::array<char, 65536> buffer{};
    const ssize_t got = ::read(fd.get(), buffer.data(), buffer.size());
    if (got > 0) {
        text.append(buffer.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
        fd.reset();
    }
}

}  // namespace

EngineProcess::EngineProcess(const std::vector<std::string>& arguments,
                             User user,
                             const std::vector<std::string>& through) {
    Pipe in = make_pipe();
    Pipe out = make_pipe();
    Pipe err = make_pipe();
    std::vector<std::string> words = through;
    if (user == User::Ordinary && ::geteuid() == 0) {
        for (const char* word :
             {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"}) {
            words.emplace_back(word);
        }
    }
    words.emplace_back(THROUGHLINE_ENGINE_PROGRAM);
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) {
        argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.read.get(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out.write.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err.write.get(), STDERR_FILENO);
    THROUGHLINE_CHECK(::posix_spawnp(&pid_, argv[0], &actions, nullptr, argv.data(), environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    in_ = std::move(in.write);
    out_ = std::move(out.read);
    err_ = std::move(err.read);
}

EngineProcess::~EngineProcess() {
    if (pid_ > 0) {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
}

void EngineProcess::send_signal(int signal) const {
    ::kill(pid_, signal);
}

void EngineProcess::say(const std::string& line) const {
    THROUGHLINE_CHECK(write_all(in_.get(), line + "\n").has_value());
}

bool EngineProcess::read_some(std::chrono::milliseconds timeout) {
    if (!out_ && !err_) {
        return false;
    }
    std::array<pollfd, 2> waiting{pollfd{.fd = out_.get(), .events = POLLIN, .revents = 0},
                                  pollfd{.fd = err_.get(), .events = POLLIN, .revents = 0}};
    if (::poll(waiting.data(), waiting.size(), static_cast<int>(timeout.count())) <= 0) {
        return true;
    }
    if (waiting[0].revents != 0) {
        drain(out_, outcome_.out);
    }
    if (waiting[1].revents != 0) {
        drain(err_, outcome_.err);
    }
    return true;
}

bool EngineProcess::wait_for_text(const std::string& text, std::chrono::seconds timeout) {
    const auto end = std::chrono::steady_clock::now() + timeout;
    while (std::chrono::steady_clock::now() < end) {
        if (outcome_.out.find(text) != std::string::npos ||
            outcome_.err.find(text) != std::string::npos) {
            return true;
        }
        if (!read_some(std::chrono::milliseconds(100))) {
            return false;
        }
    }
    return false;
}

Outcome EngineProcess::finish(std::chrono::seconds timeout) {
    const auto end = std::chrono::steady_clock::now() + timeout;
    in_.reset();
    while (read_some(std::chrono::milliseconds(100))) {
        if (std::chrono::steady_clock::now() >= end) {
            outcome_.err += "\n[the test killed the program after its time was up]";
            ::kill(pid_, SIGKILL);
            break;
        }
    }
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    outcome_.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return outcome_;
}

Outcome run_engine(const std::vector<std::string>& arguments) {
    return EngineProcess(arguments).finish();
}

}  // namespace throughline::tests
