// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/clock_offset.h"

#include <algorithm>

namespace throughline::hosts {

std::optional<ClockOffset> clock_offset(std::span<const ClockExchange> exchanges) {
    const auto way = [](const ClockExchange& exchange) {
        return exchange.received - exchange.sent;
    };
    const auto shortest = std::ranges::min_element(exchanges, {}, way);
    if (shortest == exchanges.end()) {
        return std::nullopt;
    }
    const Nanoseconds half = way(*shortest) / 2;
    return ClockOffset{.offset = shortest->answered - (shortest->sent + half),
                       .uncertainty = half + Nanoseconds(1)};
}

}  // namespace throughline::hosts
