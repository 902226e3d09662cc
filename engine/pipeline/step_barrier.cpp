// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/step_barrier.h"

#include <algorithm>

#include "engine/base/check.h"

namespace throughline::pipeline {

SteadyTime StepBarrier::meet(SteadyTime ended_at, std::stop_token stop) {
    MutexLock lock(mutex_);
    latest_ = arrived_ == 0 ? ended_at : std::max(latest_, ended_at);
    ++arrived_;
    const std::uint64_t step = step_;
    complete_if_all();
    // A step is never two ahead: its next one needs this party. So ended_at_ is of this step.
    const bool met = complete_.wait(lock, stop, [&]() REQUIRES(mutex_) { return step_ != step; });
    return met ? ended_at_ : ended_at;
}

void StepBarrier::leave() {
    const MutexLock lock(mutex_);
    THROUGHLINE_CHECK(parties_ > 0);
    --parties_;
    complete_if_all();
}

void StepBarrier::complete_if_all() {
    if (arrived_ > 0 && arrived_ >= parties_) {
        ended_at_ = latest_;
        arrived_ = 0;
        ++step_;
        complete_.notify_all();
    }
}

}  // namespace throughline::pipeline
