// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace throughline::hosts {

/// Exchanges gradients between nodes after a step. Thread: one owner. Blocks: nowhere.
class StepExchange {
public:
    struct What {
        std::vector<int> members{};  ///< the nodes that take part, in order; this one among them
        std::uint64_t bytes = 0;     ///< of 4-byte numbers, which are summed up; above 0
        std::uint32_t servers = 0;   ///< the first members that sum up for all; 0: a ring
    };
    virtual ~StepExchange() = default;
    /// Assumes: the one before is done; all members begin the same.
    virtual void begin(const What& what) = 0;
    /// Moves on what is under way. Returns: whether it is done.
    virtual bool poll() = 0;
};

}  // namespace throughline::hosts
