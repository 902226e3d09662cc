// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <stop_token>

#include "engine/base/clock.h"
#include "engine/base/mutex.h"
#include "engine/pipeline/step_gate.h"

namespace throughline::pipeline {

/// Where accelerators that train together wait for each other after each step: the exchange of
/// gradients lets nobody go on before the slowest has come. With a gate the last of them meets
/// those of other machines there, for all.
/// Thread: any; each party its own. Blocks: meet(), until all have met, `stop`, or nobody is left.
class StepBarrier {
public:
    explicit StepBarrier(std::uint32_t parties,
                         StepGate* gate = nullptr,
                         const GradientExchange& exchange = {})
        : gate_(gate), exchange_(exchange), parties_(parties) {}

    /// `ended_at`: when this party's step ended. `begins` is called within, on the caller's thread.
    /// Returns: when the last party's step ended, with what was exchanged after it.
    SteadyTime meet(SteadyTime ended_at,
                    const std::stop_token& stop,
                    const ExchangeBegins& begins = ExchangeBegins());
    /// This party comes to no further step.
    void leave();

private:
    /// `begins`: of the party on this thread.
    void complete_if_all(const ExchangeBegins& begins) REQUIRES(mutex_);
    void complete(const ExchangeBegins& begins) REQUIRES(mutex_);

    StepGate* gate_;
    GradientExchange exchange_;
    Mutex mutex_;
    std::condition_variable_any complete_;
    std::uint32_t parties_ GUARDED_BY(mutex_);
    std::uint32_t arrived_ GUARDED_BY(mutex_) = 0;
    bool at_gate_ GUARDED_BY(mutex_) = false;  ///< a party meets the other machines there
    bool exchanging_ GUARDED_BY(mutex_) = false;
    std::uint64_t step_ GUARDED_BY(mutex_) = 0;
    std::stop_token stop_ GUARDED_BY(mutex_);        ///< of the party that came last
    SteadyTime latest_ GUARDED_BY(mutex_) = kNever;  ///< of those that have arrived
    SteadyTime met_ GUARDED_BY(mutex_) = kNever;     ///< in the step before
};

}  // namespace throughline::pipeline
