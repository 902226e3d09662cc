// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/spec/settings.h"

namespace throughline::remote_run {

struct ServeOptions {
    int in = 0;             ///< borrowed
    int out = 1;            ///< borrowed
    std::string program{};  ///< the engine that measures: this one
    std::string root{};     ///< folder of the runs
    std::string version{};
    spec::Settings facts{};  ///< of this computer
};

/// The end of a connection at the computer that measures: takes one request, begins the run in a
/// session of its own or finds it, sends its events and at the end its record. The connection may
/// break at any time: the run goes on, and what came of it waits in its folder. The folder goes
/// when the other end has said that the record arrived.
/// Thread: one, with SIGPIPE ignored. Blocks: until the other end is gone or has all.
/// Errors: what the other end was told as well.
Result<void> serve(const ServeOptions& options);

}  // namespace throughline::remote_run
