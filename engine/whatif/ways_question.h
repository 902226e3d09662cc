// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/model/ways.h"

namespace throughline::whatif {

/// What is asked of the three ways beyond what was measured.
struct WaysQuestion {
    /// Another data set of the same kind; from 1 to kWaysBytesMax, as the cache.
    std::optional<double> data_bytes{};
    std::optional<double> cache_bytes{};  ///< a smaller cache; none: it holds everything
    model::TierPolicy policy = model::TierPolicy::Keep;
    std::vector<double> epochs{1.0, 3.0, 10.0, 90.0};  ///< whole, from 1 to kWaysEpochsMax each
    // What has the prices: ids of the catalogue.
    std::string store{};  ///< that the data lie in; "": the one that the study emulated
    std::string disk{};   ///< of the copy and the cache; "": not said

    bool operator==(const WaysQuestion&) const = default;
};
inline constexpr double kWaysEpochsMax = 1e6;
inline constexpr double kWaysBytesMax = 1e18;

}  // namespace throughline::whatif
