// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/say.h"

namespace throughline {

/// How a child process begins: nothing to read on its stdin, no signal blocked.
struct ChildStart {
    /// A descriptor of ours under a number of the child's. Done in their order: one of ours must
    /// not be a number that an earlier one took.
    struct Descriptor {
        int ours;
        int its;
    };
    /// A path and its arguments; a name without a slash is looked for in $PATH.
    std::vector<std::string> command{};
    std::vector<Descriptor> descriptors{};
    bool own_group = false;    ///< Ctrl+C does not reach it
    bool own_session = false;  ///< it outlives the session that we are in
    /// "NAME=value": what its environment has besides ours, or otherwise.
    std::vector<std::string> environment{};
};

/// Thread: any. Errors: errno's, with the path.
Result<pid_t> start_child(const ChildStart& start);

/// Waits for the end of a child, at most `patience`. Returns: its wait status; none while it goes
/// on.
std::optional<int> await_child(pid_t child, std::chrono::milliseconds patience);

/// Kills a child and waits for its end, at most two seconds: one that hangs inside a driver cannot
/// be killed before the driver returns, and is left. Returns: its wait status; none where it is
/// left.
std::optional<int> kill_child(pid_t child);

/// What became of a child that kill_child() had to leave: a message (say.h).
constexpr const char* kUnkillableText =
    to_say("does not end even when killed: it hangs in the driver");

/// How a child ended, by its wait status, in the spoken language: "was ended by signal 11
/// (Segmentation fault)", "ended with exit code 3".
std::string child_end_text(int status);

}  // namespace throughline
