// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace throughline::whatif {

inline constexpr std::uint64_t kScalingNodesMax = 10'000;
inline constexpr double kSlowNodeMax = 1000.0;

/// What is asked of a training in which all nodes meet after each step.
struct NodesQuestion {
    std::uint64_t most = 64;  ///< nodes, from 2 to kScalingNodesMax
    double slow_node = 1.0;   ///< one takes so many times as long; from 1 to kSlowNodeMax

    bool operator==(const NodesQuestion&) const = default;
};

}  // namespace throughline::whatif
