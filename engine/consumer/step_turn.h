// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/base/mutex.h"

namespace throughline::consumer {

/// Where GPUs that train together agree on each step before it is begun: an exchange of gradients
/// that one of them does not come to would hang in the others. All have a batch: they go together.
/// One of them has none and will get none: whoever waits for it goes alone.
/// Thread: each member its own; release() any.
class StepTurn {
public:
    explicit StepTurn(std::uint32_t members) : members_(members, State::Away) {}

    /// This member has a batch for its next step; then it look()s.
    void arrive(std::uint32_t member);
    /// Blocks: until it is decided, at most `patience`, or `stop`. Returns: whether to go together;
    /// none while others have still to come.
    std::optional<bool> look(std::uint32_t member,
                             std::chrono::nanoseconds patience,
                             const std::stop_token& stop);
    /// This member begins no further step. Returns: true where its last arrival was decided for
    /// going together, which it has to, since the others do.
    bool leave(std::uint32_t member);
    /// Nobody gets a batch for now: who has one goes alone.
    void release();

private:
    enum class State : std::uint8_t { Away, Waiting, Together, Alone, Left };
    bool is_decided(std::uint32_t member) const REQUIRES(mutex_) {
        return members_[member] != State::Waiting;
    }
    void decide(State how) REQUIRES(mutex_);

    Mutex mutex_;
    std::condition_variable_any decided_;
    std::vector<State> members_ GUARDED_BY(mutex_);
};

}  // namespace throughline::consumer
