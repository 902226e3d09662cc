// SPDX-License-Identifier: Apache-2.0
#include "engine/base/child_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

namespace throughline {

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
    const int group = start.own_group ? POSIX_SPAWN_SETPGROUP : 0;
    ::posix_spawnattr_setflags(&attributes, static_cast<short>(POSIX_SPAWN_SETSIGMASK | group));
    pid_t child = -1;
    const int failed = ::posix_spawn(
        &child, words.front().c_str(), &actions, &attributes, arguments.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        return errno_error("start '" + words.front() + "'", failed);
    }
    return child;
}

std::string child_end_text(int status) {
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        return "was ended by signal " + std::to_string(signal) + " (" + ::sigdescr_np(signal) + ")";
    }
    return "ended with exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace throughline
