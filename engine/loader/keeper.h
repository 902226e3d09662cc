// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"

namespace throughline::loader {

/// A command that is started under a keeper: a process between this one and the command, which ends
/// everything that came of it as soon as this process lets go of `line`, by its own death too.
/// Whatever a loader starts is found below the keeper: also what left its group, and what has lost
/// its parent (PR_SET_CHILD_SUBREAPER).
struct Kept {
    pid_t keeper = -1;
    /// Becomes readable when everything has ended, with the wait status of the command.
    UniqueFd line{};
};

/// What the command has as stdin, stdout and stderr.
struct KeptEnds {
    int in = -1;
    int out = -1;
    int err = -1;
};

/// Runs `command` by /bin/sh. Thread: any. Errors: errno's of making processes.
Result<Kept> start_kept(const std::string& command, const KeptEnds& ends);

}  // namespace throughline::loader
