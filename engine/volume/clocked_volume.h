// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/mutex.h"
#include "engine/volume/volume.h"

namespace throughline::volume {

/// A volume that several threads share, in time of the steady clock, which it does not ask itself;
/// its seconds count, and its credits are earned, from the first request on. Thread: any.
class ClockedVolume {
public:
    explicit ClockedVolume(const Rules& rules, const StartCredits& start = {})
        : volume_(rules, start) {}

    /// A request comes in at `now`. Returns: before when it is not answered.
    SteadyTime answer_at(const Request& request, SteadyTime now);
    Counted counted(SteadyTime now) const;
    /// When the first request came; kNever: none has.
    SteadyTime began_at() const;

private:
    mutable Mutex mutex_;
    SteadyTime began_at_ GUARDED_BY(mutex_) = kNever;
    Volume volume_ GUARDED_BY(mutex_);
};

}  // namespace throughline::volume
