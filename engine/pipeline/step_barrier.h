// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <stop_token>

#include "engine/base/clock.h"
#include "engine/base/mutex.h"

namespace throughline::pipeline {

/// Where accelerators that train together wait for each other after each step: the exchange of
/// gradients lets nobody go on before the slowest has come.
/// Thread: any; each party its own. Blocks: meet(), until all have met, `stop`, or nobody is left.
class StepBarrier {
public:
    explicit StepBarrier(std::uint32_t parties) : parties_(parties) {}

    /// `ended_at`: when this party's step ended. Returns: when the last party's did.
    SteadyTime meet(SteadyTime ended_at, std::stop_token stop);
    /// This party comes to no further step.
    void leave();

private:
    void complete_if_all() REQUIRES(mutex_);

    Mutex mutex_;
    std::condition_variable_any complete_;
    std::uint32_t parties_ GUARDED_BY(mutex_);
    std::uint32_t arrived_ GUARDED_BY(mutex_) = 0;
    std::uint64_t step_ GUARDED_BY(mutex_) = 0;
    SteadyTime latest_ GUARDED_BY(mutex_) = kNever;    ///< of those that have arrived
    SteadyTime ended_at_ GUARDED_BY(mutex_) = kNever;  ///< of the step before
};

}  // namespace throughline::pipeline
