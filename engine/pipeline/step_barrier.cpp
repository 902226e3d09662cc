// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/step_barrier.h"

#include <algorithm>

#include "engine/base/check.h"

namespace throughline::pipeline {

std::int64_t StepBarrier::meet(std::int64_t ended_ns, std::stop_token stop) {
    MutexLock lock(mutex_);
    latest_ns_ = arrived_ == 0 ? ended_ns : std::max(latest_ns_, ended_ns);
    ++arrived_;
    const std::uint64_t step = step_;
    complete_if_all();
    // A step is never two ahead: its next one needs this party. So ended_ns_ is of this step.
    const bool met = complete_.wait(lock, stop, [&]() REQUIRES(mutex_) { return step_ != step; });
    return met ? ended_ns_ : ended_ns;
}

void StepBarrier::leave() {
    const MutexLock lock(mutex_);
    THROUGHLINE_CHECK(parties_ > 0);
    --parties_;
    complete_if_all();
}

void StepBarrier::complete_if_all() {
    if (arrived_ > 0 && arrived_ >= parties_) {
        ended_ns_ = latest_ns_;
        arrived_ = 0;
        ++step_;
        complete_.notify_all();
    }
}

}  // namespace throughline::pipeline
