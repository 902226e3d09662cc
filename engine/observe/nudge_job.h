// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/random.h"
#include "engine/observe/leverage.h"

namespace throughline::observe {

struct NudgeOptions {
    double seconds = 60.0;
    double floor = 0.5;      ///< of the job's rate: a pulse that takes more is ended
    std::uint64_t seed = 1;  ///< of the order of pulses
    /// About four times a second: the seconds so far.
    std::function<void(double)> on_progress{};
};

/// A stretch left alone and one with a pulse, in either order.
struct NudgeTurn {
    Resource resource = Resource::Cpu;
    bool pulse_first = false;
};
/// As many turns as fit, each resource as often, shuffled in groups of one each.
std::vector<NudgeTurn> nudge_turns(double seconds, std::vector<Resource> resources, Random& random);

struct Nudged {
    Leverage cpu{};
    Leverage disk{};
    double slowed_s = 0.0;  ///< what it cost the job: so much longer does it take
    int pulses = 0;
    int ended_early = 0;  ///< at the floor; these are not compared
};

/// Neither could be measured. `why`: an English message.
Nudged missing_all(const std::string& why);

/// Takes processors and disk from a job that runs, in short pulses whose order is random, and
/// measures what that does to its rate. `seen`: the job as it was observed before. Nothing is taken
/// where its rate cannot be seen.
/// Thread:  one owner, with threads of its own within each pulse.
/// Blocks:  for `seconds`, or until the job ends or `stop`.
Nudged nudge_job(pid_t pid,
                 const Observation& seen,
                 const NudgeOptions& options,
                 const std::stop_token& stop);

}  // namespace throughline::observe
