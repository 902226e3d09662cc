// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

#include "engine/base/clock.h"

namespace throughline::measure {

/// How long a change of a setting shows in what is delivered: until the batches that were under way
/// have gone through, at least one second and at most five.
/// Thread: one owner.
class Settling {
public:
    /// `batches_under_way`: as many batches may hold images from before the change.
    void begin(SteadyTime now, std::uint64_t batches, std::uint64_t batches_under_way) {
        active_ = true;
        since_ = now;
        until_batches_ = batches + batches_under_way;
    }
    bool active() const noexcept { return active_; }
    bool over(SteadyTime now, std::uint64_t batches) const noexcept {
        const Nanoseconds spent = now - since_;
        return active_ && spent >= kLeast && (batches >= until_batches_ || spent >= kMost);
    }
    void end() noexcept { active_ = false; }

private:
    static constexpr std::chrono::seconds kLeast{1};
    static constexpr std::chrono::seconds kMost{5};
    bool active_ = false;
    SteadyTime since_ = kNever;
    std::uint64_t until_batches_ = 0;
};

}  // namespace throughline::measure
