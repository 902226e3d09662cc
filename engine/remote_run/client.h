// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/remote_run/messages.h"
#include "engine/remote_run/ssh_words.h"

namespace throughline::remote_run {

/// How the connection is.
struct Link {
    /// What happened to it, in the spoken language; "" = nothing, it stands.
    std::string text{};
    bool is_heard = true;               ///< else the other computer has said nothing for a while
    std::chrono::seconds heard_ago{0};  ///< where it is not heard: when it was last
    bool waits = false;                 ///< for the next try, which a command can begin at once
    bool only_counts = false;           ///< nothing but seconds differs from what was told last
};

/// What is asked of another computer, and who hears of it. The functions are called from the thread
/// that follows the run; those left empty are not.
struct Wishes {
    Request request{};     ///< its version is ours
    std::string record{};  ///< path for the record; "" = it is left there
    /// How often a connection that broke is tried again before it is given up.
    int tries_most = 10;
    std::function<void(const Answer::Hello&)> on_hello{};
    /// The run goes on there, or has ended there and waits; on each connection.
    std::function<void()> on_begun{};
    /// A line of the run's events, without its newline.
    std::function<void(std::string_view)> on_event{};
    /// The connection is otherwise than before, each second while nothing is heard.
    std::function<void(const Link&)> on_link{};
    /// The run was handed the wish to end, for the first time or on a new connection.
    std::function<void()> on_stop_sent{};
    /// Control commands that have come up, one a line; {"command":"try_now"} is for this end: it
    /// does not wait for the next try then.
    std::function<std::vector<std::string>()> commands{};
    /// Asks the run to end in order; what it measured is fetched.
    std::stop_token stop{};
};

/// Has a study measured there, or follows one that is, until its record is here. A connection that
/// breaks is tried again, after 1, 2, 4, 8, 15 and then each 30 s, and goes on from the events that
/// are known.
/// Thread: one, with SIGPIPE ignored. Blocks: as long as the run.
/// Returns: how it ended. Errors: Usage (host); NotFound (no engine there, no such run); Version;
/// Io with the id of a run that goes on there.
Result<JobEnd> follow_run(const Target& target, const Wishes& wishes);

/// The seconds before the `nth` new try of a connection that broke, from 1.
int seconds_before_try(int nth) noexcept;

}  // namespace throughline::remote_run
