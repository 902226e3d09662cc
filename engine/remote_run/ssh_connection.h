// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"
#include "engine/remote_run/line_reader.h"
#include "engine/remote_run/ssh_words.h"

namespace throughline::remote_run {

/// A running ssh, and the program on the other computer behind it. Destroyed while it runs, its
/// input ends, and it is killed if it does not end by that.
/// Thread: one owner.
class SshConnection {
public:
    /// `input`: a descriptor that it reads in place of send(); -1 = none. Errors: errno's, where
    /// there is no ssh.
    static Result<std::unique_ptr<SshConnection>> open(const Target& target,
                                                       const std::string& command,
                                                       int input = -1);
    ~SshConnection();
    SshConnection(const SshConnection&) = delete;
    SshConnection& operator=(const SshConnection&) = delete;

    /// Errors: Io where the other end is gone.
    Result<void> send(const std::string& text) const;
    void end_input() { in_.reset(); }
    /// As LineReader has them; End also where ssh ended.
    LineReader::Got next_line(std::string& line, std::chrono::milliseconds patience);
    LineReader::Got some(std::string& bytes, std::size_t most, std::chrono::milliseconds patience);

    /// Waits for its end. Returns: its exit code; 255, as of a broken connection, where it was
    /// killed or did not end within `patience`.
    int wait(std::chrono::milliseconds patience);
    /// What it wrote to stderr, the last 16 KiB.
    std::string errors() const;

private:
    SshConnection() = default;

    pid_t child_ = -1;
    UniqueFd in_{};
    UniqueFd out_{};
    UniqueFd errors_{};  ///< a file without a name: it never blocks the one who writes
    std::optional<LineReader> reader_{};
};

}  // namespace throughline::remote_run
