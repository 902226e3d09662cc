// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/step_barrier.h"

#include <algorithm>

#include "engine/base/check.h"

namespace throughline::pipeline {

SteadyTime StepBarrier::meet(SteadyTime ended_at,
                             const std::stop_token& stop,
                             const ExchangeBegins& begins) {
    MutexLock lock(mutex_);
    latest_ = arrived_ == 0 ? ended_at : std::max(latest_, ended_at);
    stop_ = stop;
    ++arrived_;
    const std::uint64_t step = step_;
    complete_if_all(begins);
    complete_.wait(lock, stop, [&]() REQUIRES(mutex_) { return step_ != step || exchanging_; });
    if (step_ == step && exchanging_ && begins) {
        begins();
    }
    // A step is never two ahead: its next one needs this party. So met_ is of this step.
    const bool met = complete_.wait(lock, stop, [&]() REQUIRES(mutex_) { return step_ != step; });
    return met ? met_ : ended_at;
}

void StepBarrier::leave() {
    const MutexLock lock(mutex_);
    THROUGHLINE_CHECK(parties_ > 0);
    --parties_;
    complete_if_all({});
    if (parties_ == 0 && gate_ != nullptr) {
        gate_->leave();
    }
}

void StepBarrier::complete_if_all(const ExchangeBegins& begins) {
    if (arrived_ > 0 && arrived_ >= parties_ && !at_gate_) {
        complete(begins);
    }
}

void StepBarrier::complete(const ExchangeBegins& begins) {
    met_ = latest_;
    if (gate_ != nullptr) {
        // Nobody can arrive meanwhile: all have, and wait; but one of them may be stopped and
        // leave.
        at_gate_ = true;
        const std::stop_token stop = stop_;
        mutex_.unlock();
        const SteadyTime met = gate_->meet(exchange_, stop, [this, &begins] {
            if (begins) {
                begins();
            }
            const MutexLock lock(mutex_);
            exchanging_ = true;
            complete_.notify_all();
        });
        mutex_.lock();
        at_gate_ = false;
        exchanging_ = false;
        met_ = std::max(latest_, met);
    }
    arrived_ = 0;
    ++step_;
    complete_.notify_all();
}

}  // namespace throughline::pipeline
