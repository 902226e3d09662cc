// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/remote_run/messages.h"
#include "engine/remote_run/ssh_words.h"

namespace throughline::remote_run {

struct JobList {
    Answer::Hello hello{};  ///< the computer
    std::vector<JobRow> jobs{};
};

/// What is measured there for us, and what waits to be fetched; newest first.
/// Thread: any, with SIGPIPE ignored. Blocks: for a connection. Errors: as open_engine().
Result<JobList> list_jobs(const Target& target, const std::string& version);

}  // namespace throughline::remote_run
