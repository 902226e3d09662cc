// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "engine/remote_run/messages.h"

// What is told of a run on another computer while it is followed, in the spoken language. All
// functions: any thread, no blocking, no errors.
namespace throughline::remote_run {

/// Which computer answers under the name `host`, and with which version.
std::string measuring_text(const std::string& host, const Answer::Hello& hello);
/// Nothing was heard for so long.
std::string last_heard_text(const std::string& host, std::chrono::seconds ago);
/// A connection that broke is there again.
std::string back_text(const std::string& host);
/// The run was asked to end.
std::string asked_to_end_text(const std::string& host);
/// The run stays there; `ends`: it has heard that it is to end.
std::string left_text(const std::string& host, const std::string& run, bool ends);

}  // namespace throughline::remote_run
