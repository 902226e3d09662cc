// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace throughline::measure {

/// How long a change of a setting shows in what is delivered: until the batches that were under way
/// have gone through, at least one second and at most five.
/// Thread: one owner.
class Settling {
public:
    /// `batches_under_way`: as many batches may hold images from before the change.
    void begin(std::int64_t now_ns, std::uint64_t batches, std::uint64_t batches_under_way) {
        active_ = true;
        since_ns_ = now_ns;
        until_batches_ = batches + batches_under_way;
    }
    bool active() const noexcept { return active_; }
    bool over(std::int64_t now_ns, std::uint64_t batches) const noexcept {
        const std::int64_t spent = now_ns - since_ns_;
        return active_ && spent >= kLeastNs && (batches >= until_batches_ || spent >= kMostNs);
    }
    void end() noexcept { active_ = false; }

private:
    static constexpr std::int64_t kLeastNs = 1'000'000'000;
    static constexpr std::int64_t kMostNs = 5'000'000'000;
    bool active_ = false;
    std::int64_t since_ns_ = 0;
    std::uint64_t until_batches_ = 0;
};

}  // namespace throughline::measure
