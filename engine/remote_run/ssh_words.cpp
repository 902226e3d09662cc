// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/ssh_words.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "engine/base/environment.h"
#include "engine/base/say.h"

namespace throughline::remote_run {
namespace {

/// A folder for the sockets of shared connections that only this user can reach; "" = there is
/// none, and each connection is one of its own.
std::string socket_folder() {
    // ssh adds "/", 40 digits and 17 characters more, and a socket's name has at most 107.
    constexpr std::size_t kMost = 107 - 1 - 40 - 17;
    const std::string runtime = environment_variable("XDG_RUNTIME_DIR");
    const std::string folder = runtime.starts_with('/')
                                   ? runtime + "/throughline-ssh"
                                   : "/tmp/throughline-ssh-" + std::to_string(::getuid());
    struct stat info{};
    if (folder.size() > kMost || (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) ||
        ::lstat(folder.c_str(), &info) != 0) {
        return {};
    }
    constexpr mode_t kOthers = S_IRWXG | S_IRWXO;
    const bool ours =
        S_ISDIR(info.st_mode) && info.st_uid == ::getuid() && (info.st_mode & kOthers) == 0;
    return ours ? folder : std::string();
}

}  // namespace

Result<void> check_host(const std::string& host) {
    if (host.empty()) {
        return usage_error(say("no host was named"));
    }
    if (host.front() == '-') {
        return usage_error(
            say("'%1' is not a host: the name of one does not begin with '-'", host));
    }
    return {};
}

std::string installed_folder(const std::string& version) {
    return ".local/share/throughline/engine-" + version;
}

std::vector<std::string> engine_places(const Target& target, const std::string& version) {
    if (!target.engine.empty()) {
        return {target.engine};
    }
    return {"throughline-engine", installed_folder(version) + "/throughline-engine"};
}

std::vector<std::string> ssh_words(const Target& target, const std::string& command) {
    std::vector<std::string> words{"ssh", "-T", "-a", "-x"};
    if (const std::string configuration = environment_variable("THROUGHLINE_SSH");
        !configuration.empty()) {
        words.insert(words.end(), {"-F", configuration});
    }
    std::vector<std::string> options = target.options;
    options.emplace_back(environment_variable("SSH_ASKPASS").empty() ? "BatchMode=yes"
                                                                     : "BatchMode=no");
    if (const std::string folder = socket_folder(); !folder.empty()) {
        options.insert(
            options.end(),
            {"ControlMaster=auto", "ControlPersist=60", "ControlPath=" + folder + "/%C"});
    }
    // A line that is dead is noticed within a quarter of a minute. What is sent for it is nothing
    // while events come.
    options.insert(options.end(),
                   {"ConnectTimeout=15",
                    "ServerAliveInterval=5",
                    "ServerAliveCountMax=3",
                    "ClearAllForwardings=yes"});
    for (const std::string& option : options) {
        words.insert(words.end(), {"-o", option});
    }
    words.insert(words.end(), {"--", target.host, command});
    return words;
}

std::vector<std::string> ssh_environment() {
    const bool asks = !environment_variable("SSH_ASKPASS").empty();
    return asks ? std::vector<std::string>{"SSH_ASKPASS_REQUIRE=force"}
                : std::vector<std::string>{};
}

}  // namespace throughline::remote_run
