// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>

#include "engine/base/file_descriptor.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::tests {

/// An sshd of this user on this computer: its own port, host key and user key in a folder of its
/// own. $THROUGHLINE_SSH names hosts of it: "lab"; "stranger", whose key it does not accept;
/// "unknown", whose host key nobody has seen; "closed", where nothing listens. It goes, with all
/// its connections, with the object. Shells there have a home of their own: start files of this
/// user may wait for a lock that a shell left behind when its connection was cut, as those of pyenv
/// do for a minute.
class SshServer {
public:
    /// `path`: the search path there. `data_folder`: of the engines there.
    SshServer(const std::string& path, const std::string& data_folder);
    SshServer(const SshServer&) = delete;
    SshServer& operator=(const SshServer&) = delete;
    ~SshServer();

    /// Why there is none; "" = it listens.
    const std::string& problem() const noexcept { return problem_; }
    /// Where commands begin there.
    std::string home() const { return folder_.file("home"); }
    /// Cuts every connection.
    void cut() const;
    /// Every connection says nothing more, and hears nothing, until it is let go.
    void hold() const;
    void let_go() const;
    /// Cuts every connection, and takes no other until it listens again.
    void stop_listening();
    /// Why it does not; "" = it listens.
    const std::string& listen_again();

private:
    void make_keys();
    void write_configuration(const std::string& path, const std::string& data_folder);
    void start();
    /// To the processes that connections have there.
    void signal_connections(int signal) const;

    fixtures::TemporaryFolder folder_;
    std::string problem_;
    int port_ = 0;
    pid_t pid_ = -1;
};

}  // namespace throughline::tests
