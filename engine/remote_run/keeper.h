// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/remote_run/job_folder.h"

namespace throughline::remote_run {

/// Under which number a keeper finds the lock of its run.
inline constexpr int kLockDescriptor = 3;

/// Starts `program` as the keeper of a run, in a session of its own: it does not end with the
/// connection. Thread: any. Errors: errno's of starting.
Result<void> start_keeper(const JobFolder::Made& made, const std::string& program);

/// What the keeper does: has `program` measure, waits for its end and writes that down.
/// Thread: the first one. Blocks: as long as the run. Returns: the exit code of the engine.
int keep(const JobFolder& job, const std::string& program);

}  // namespace throughline::remote_run
