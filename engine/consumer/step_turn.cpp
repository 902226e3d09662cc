// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/step_turn.h"

#include <algorithm>

namespace throughline::consumer {

void StepTurn::arrive(std::uint32_t member) {
    const MutexLock lock(mutex_);
    members_[member] = State::Waiting;
    const auto have = [this](State state) REQUIRES(mutex_) {
        return std::count(members_.begin(), members_.end(), state);
    };
    if (have(State::Left) > 0) {
        decide(State::Alone);
    } else if (have(State::Waiting) == static_cast<std::ptrdiff_t>(members_.size())) {
        decide(State::Together);
    }
}

std::optional<bool> StepTurn::look(std::uint32_t member,
                                   std::chrono::nanoseconds patience,
                                   const std::stop_token& stop) {
    MutexLock lock(mutex_);
    if (!decided_.wait_for(
            lock, stop, patience, [&]() REQUIRES(mutex_) { return is_decided(member); })) {
        return std::nullopt;
    }
    const bool together = members_[member] == State::Together;
    members_[member] = State::Away;
    return together;
}

bool StepTurn::leave(std::uint32_t member) {
    const MutexLock lock(mutex_);
    const bool together = members_[member] == State::Together;
    members_[member] = State::Left;
    decide(State::Alone);
    return together;
}

void StepTurn::release() {
    const MutexLock lock(mutex_);
    decide(State::Alone);
}

/// How all that wait go.
void StepTurn::decide(State how) {
    std::replace(members_.begin(), members_.end(), State::Waiting, how);
    decided_.notify_all();
}

}  // namespace throughline::consumer
