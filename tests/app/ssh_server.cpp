// SPDX-License-Identifier: Apache-2.0
#include "tests/app/ssh_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <vector>

#include "engine/base/child_process.h"
#include "engine/remote_run/line_reader.h"

namespace throughline::tests {
namespace {

constexpr const char* kServer = "/usr/sbin/sshd";

/// A port that nobody listens at now.
int free_port() {
    const UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    return ::bind(socket.get(), any, length) == 0 && ::getsockname(socket.get(), any, &length) == 0
               ? ntohs(address.sin_port)
               : 0;
}

bool make_key(const std::string& file) {
    const auto child = start_child(
        {.command = {"ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", file}});
    const auto status = child ? await_child(*child, std::chrono::seconds(10)) : std::nullopt;
    return status && *status == 0;
}

std::string text_of(const std::string& file) {
    const auto text = read_whole_file(file);
    return text ? *text : std::string();
}

}  // namespace

SshServer::SshServer(const std::string& path, const std::string& data_folder) {
    if (::access(kServer, X_OK) != 0) {
        problem_ = "there is no sshd here";
        return;
    }
    port_ = free_port();
    ::mkdir(home().c_str(), S_IRWXU);
    if (::geteuid() == 0) {
        ::mkdir("/run/sshd", 0755);  // its init script makes it
    }
    make_keys();
    if (problem_.empty()) {
        write_configuration(path, data_folder);
        start();
    }
}

void SshServer::make_keys() {
    for (const char* name : {"host_key", "user_key", "other_key"}) {
        if (!make_key(folder_.file(name))) {
            problem_ = "ssh-keygen makes no keys here";
        }
    }
}

void SshServer::write_configuration(const std::string& path, const std::string& data_folder) {
    std::ostringstream server;
    server << "ListenAddress 127.0.0.1\nPort " << port_ << "\nHostKey " << folder_.file("host_key")
           << "\nAuthorizedKeysFile " << folder_.file("user_key.pub")
           << "\nUsePAM no\nStrictModes no\nPasswordAuthentication no\nPermitRootLogin yes\n"
              "KbdInteractiveAuthentication no\nPidFile none\n"
           << "SetEnv PATH=" << path << " THROUGHLINE_DATA_DIR=" << data_folder
           << " XDG_RUNTIME_DIR=" << home() << " HOME=" << home() << "\nForceCommand cd " << home()
           << " && eval \"$SSH_ORIGINAL_COMMAND\"\n";
    std::ostringstream client;
    const auto host = [&](const char* name, const char* key, const std::string& known, int port) {
        client << "Host " << name << "\n HostName 127.0.0.1\n Port " << port << "\n IdentityFile "
               << folder_.file(key) << "\n UserKnownHostsFile " << known << "\n";
    };
    const std::string known = folder_.file("known_hosts");
    host("lab", "user_key", known, port_);
    host("stranger", "other_key", known, port_);
    host("unknown", "user_key", "/dev/null", port_);
    host("closed", "user_key", known, 1);
    client << "Host *\n IdentitiesOnly yes\n IdentityAgent none\n StrictHostKeyChecking yes\n "
              "GlobalKnownHostsFile /dev/null\n";
    const std::string ssh_config = folder_.file("ssh_config");
    const bool written =
        write_file_atomically(folder_.file("sshd_config"), server.str()).has_value() &&
        write_file_atomically(ssh_config, client.str()).has_value() &&
        write_file_atomically(
            known,
            "[127.0.0.1]:" + std::to_string(port_) + " " + text_of(folder_.file("host_key.pub")))
            .has_value();
    problem_ = written ? "" : "the configuration cannot be written";
    ::setenv("THROUGHLINE_SSH", ssh_config.c_str(), 1);
}

void SshServer::start() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        problem_ = "no pipe";
        return;
    }
    const UniqueFd read_end(ends[0]);
    UniqueFd write_end(ends[1]);
    // What it writes later goes into a pipe that nobody reads: little, so that it never fills.
    const auto child =
        start_child({.command = {kServer, "-D", "-e", "-f", folder_.file("sshd_config")},
                     .descriptors = {{write_end.get(), STDERR_FILENO}},
                     .own_group = true});
    if (!child) {
        problem_ = child.error().what;
        return;
    }
    pid_ = *child;
    write_end.reset();
    remote_run::LineReader reader(read_end.get());
    std::string line;
    while (reader.next(line, std::chrono::seconds(10)) == remote_run::LineReader::Got::Line) {
        if (line.find("Server listening") != std::string::npos) {
            return;
        }
    }
    problem_ = "sshd does not start: " + line;
}

void SshServer::cut() const {
    signal_connections(SIGKILL);
}

void SshServer::hold() const {
    signal_connections(SIGSTOP);
}

void SshServer::let_go() const {
    signal_connections(SIGCONT);
}

void SshServer::stop_listening() {
    ::kill(pid_, SIGSTOP);  // no other comes meanwhile
    cut();
    ::kill(pid_, SIGKILL);
    static_cast<void>(kill_child(pid_));
    pid_ = -1;
}

const std::string& SshServer::listen_again() {
    start();
    return problem_;
}

void SshServer::signal_connections(int signal) const {
    const std::string pid = std::to_string(pid_);
    std::istringstream children(text_of("/proc/" + pid + "/task/" + pid + "/children"));
    for (pid_t child = 0; children >> child;) {
        ::kill(child, signal);
    }
}

SshServer::~SshServer() {
    if (pid_ > 0) {
        cut();
        ::kill(pid_, SIGTERM);
        static_cast<void>(kill_child(pid_));
    }
    ::unsetenv("THROUGHLINE_SSH");
}

}  // namespace throughline::tests
