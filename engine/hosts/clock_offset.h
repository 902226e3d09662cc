// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "engine/base/clock.h"

namespace throughline::hosts {

/// A message that was sent back at once: sent and received by our clock, answered by the other's.
struct ClockExchange {
    SteadyTime sent{};
    SteadyTime answered{};
    SteadyTime received{};
};

/// What the clock of another machine shows more than ours, and how far that may be off.
struct ClockOffset {
    Nanoseconds offset{};
    Nanoseconds uncertainty{};

    /// A time of the other's clock by ours, and back.
    SteadyTime to_ours(SteadyTime other) const { return other - offset; }
    SteadyTime to_other(SteadyTime ours) const { return ours + offset; }
};

/// Of several exchanges the one that took the shortest way; none of none.
/// Formula:  offset = answered - (sent + received) / 2; uncertainty = (received - sent) / 2.
/// Assumes:  nothing of how the way there and back share the time, hence the uncertainty.
/// Source:   Cristian, Probabilistic clock synchronization, Distributed Computing 3, 1989.
std::optional<ClockOffset> clock_offset(std::span<const ClockExchange> exchanges);

}  // namespace throughline::hosts
