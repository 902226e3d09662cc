// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <thread>
#include <vector>

#include "engine/observe/leverage.h"

namespace throughline::observe {

/// Of what is taken away: from one that is hardly felt to one that takes about half.
inline constexpr int kStrengthMost = 8;

/// Where a job can be nudged.
struct NudgeTarget {
    std::vector<unsigned> processors{};  ///< that it and we may run on
    int niceness = 0;                    ///< of the job
    std::vector<std::string> files{};    ///< that it reads, and we may read past the page cache
};

/// Blocks: on opening files. What cannot be used is not among them.
NudgeTarget nudge_target_of(pid_t pid, const Observation& seen);

/// Uses a resource beside a job, so that less of it is left, until it is destroyed. Nothing is done
/// to the job itself, so that nothing is left of it whatever ends this process: on each of the
/// job's processors a thread computes for a part of each 50 ms, at the job's own niceness; or
/// threads read the job's own files past the page cache, one 256 KiB after another.
/// Thread: one owner.
class ResourcePulse {
public:
    /// `strength`: 1 to kStrengthMost. `target` lives longer.
    ResourcePulse(Resource resource, int strength, const NudgeTarget& target);
    ResourcePulse(const ResourcePulse&) = delete;
    ResourcePulse& operator=(const ResourcePulse&) = delete;
    ~ResourcePulse();

private:
    std::vector<std::jthread> threads_{};
};

}  // namespace throughline::observe
