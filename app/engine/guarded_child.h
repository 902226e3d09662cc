// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace throughline::app {

/// How a child process ended.
struct ChildEnd {
    std::string fault;        ///< see fault_text(); "" = it ended well, or was killed
    bool timed_out = false;   ///< it was killed for taking too long
    bool left_alone = false;  ///< and has not ended by that: see kill_child()
    std::string out;          ///< its stdout and stderr, at most 1 MiB each
    std::string err;
};

/// Runs `command` (a path and its arguments) to its end, or until `patience` is over, and kills it
/// then: for code of others that may crash or hang.
/// `input`: a descriptor that it reads on its stdin; -1 = nothing.
/// Thread: any. Blocks: at most about `patience`, and two seconds more for one that cannot be
/// killed. Errors: when it cannot be started.
Result<ChildEnd> run_guarded(const std::vector<std::string>& command,
                             std::chrono::milliseconds patience,
                             int input = -1);

/// "was ended by signal 11 (Segmentation fault)", "gave no answer for 20 s and was killed",
/// "ended with exit code 3"; "" when it ended well.
std::string fault_text(const ChildEnd& end, std::chrono::milliseconds patience);

}  // namespace throughline::app
