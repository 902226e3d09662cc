// SPDX-License-Identifier: Apache-2.0
#include "engine/base/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <string_view>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"

namespace throughline {

namespace {

/// Our environment, without what the child is to have otherwise, and that behind it.
std::vector<char*> environment_of(std::vector<std::string>& changes) {
    std::vector<char*> all;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view given(*entry);
        const auto name = given.substr(0, given.find('=') + 1);
        const bool is_changed = std::ranges::any_of(
            changes, [&](const std::string& change) { return change.starts_with(name); });
        if (!is_changed) {
            all.push_back(*entry);
        }
    }
    for (std::string& change : changes) {
        all.push_back(change.data());
    }
    all.push_back(nullptr);
    return all;
}

}  // namespace

Result<pid_t> start_child(const ChildStart& start) {
    std::vector<std::string> words = start.command;
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    for (const ChildStart::Descriptor& descriptor : start.descriptors) {
        ::posix_spawn_file_actions_adddup2(&actions, descriptor.ours, descriptor.its);
    }
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    const int apart = start.own_session ? POSIX_SPAWN_SETSID
                      : start.own_group ? POSIX_SPAWN_SETPGROUP
                                        : 0;
    ::posix_spawnattr_setflags(&attributes, static_cast<short>(POSIX_SPAWN_SETSIGMASK | apart));
    pid_t child = -1;
    std::vector<std::string> changes = start.environment;
    const std::vector<char*> environment = environment_of(changes);
    const int failed = ::posix_spawnp(
        &child, words.front().c_str(), &actions, &attributes, arguments.data(), environment.data());
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        return errno_error(say("start '%1'", words.front()), failed);
    }
    return child;
}

std::optional<int> await_child(pid_t child, std::chrono::milliseconds patience) {
    // Readable when it has ended. glibc 2.36 declares pidfd_open() so that C++ cannot link it.
    const UniqueFd handle(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
    pollfd end{.fd = handle.get(), .events = POLLIN, .revents = 0};
    static_cast<void>(::poll(&end, 1, static_cast<int>(patience.count())));
    int status = 0;
    return ::waitpid(child, &status, WNOHANG) == child ? std::optional(status) : std::nullopt;
}

std::optional<int> kill_child(pid_t child) {
    constexpr std::chrono::milliseconds kUnkillable{2000};
    ::kill(child, SIGKILL);
    return await_child(child, kUnkillable);
}

std::string child_end_text(int status) {
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        return say("was ended by signal %1 (%2)", std::to_string(signal), ::sigdescr_np(signal));
    }
    return say("ended with exit code %1", std::to_string(WEXITSTATUS(status)));
}

}  // namespace throughline
