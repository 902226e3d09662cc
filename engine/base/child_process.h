// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "engine/base/result.h"

namespace throughline {

/// How a child process begins: nothing to read on its stdin, no signal blocked.
struct ChildStart {
    /// A descriptor of ours under a number of the child's. Done in their order: one of ours must
    /// not be a number that an earlier one took.
    struct Descriptor {
        int ours;
        int its;
    };
    std::vector<std::string> command{};  ///< a path and its arguments
    std::vector<Descriptor> descriptors{};
    bool own_group = false;  ///< Ctrl+C does not reach it
};

/// Thread: any. Errors: errno's, with the path.
Result<pid_t> start_child(const ChildStart& start);

/// How a child ended, by its wait status: "was ended by signal 11 (Segmentation fault)", "ended
/// with exit code 3".
std::string child_end_text(int status);

}  // namespace throughline
