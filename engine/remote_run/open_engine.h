// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "engine/base/result.h"
#include "engine/remote_run/messages.h"
#include "engine/remote_run/ssh_connection.h"
#include "engine/remote_run/ssh_words.h"

namespace throughline::remote_run {

/// An engine on another computer that has said hello.
struct OpenEngine {
    std::unique_ptr<SshConnection> connection;
    Answer::Hello hello;
};

/// Starts the engine there, wherever it is found, and asks it. What the shell there writes before
/// is passed over.
/// Thread: the one that will own the connection. Blocks: until it has answered; ssh itself gives up
/// after 15 s. `meanwhile` is called some times a second. Errors: Usage (host), NotFound (no
/// engine), Version, Io with what to do.
Result<OpenEngine> open_engine(const Target& target,
                               const Request& request,
                               const std::function<void()>& meanwhile = {});

}  // namespace throughline::remote_run
