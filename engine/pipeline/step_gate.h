// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

#include "engine/base/clock.h"

namespace throughline::pipeline {

/// What is exchanged when machines meet after a step.
struct GradientExchange {
    std::uint64_t bytes = 0;    ///< 0: nothing, they only wait for each other
    std::uint32_t servers = 0;  ///< machines that serve parameters; 0: a ring of all of them
};

/// Called when all have come and gradients begin to be exchanged; not where none are. May be empty.
using ExchangeBegins = std::function<void()>;

/// Where this machine meets the others after each step of a training on several.
/// Thread: any, one at a time.
class StepGate {
public:
    virtual ~StepGate() = default;
    /// This machine's step has ended. Blocks: until that of all machines has, and gradients are
    /// exchanged, or `stop`. Returns: when that was; after `stop`, and where the others are gone,
    /// now. `begins` is called within.
    virtual SteadyTime meet(const GradientExchange& what,
                            const std::stop_token& stop,
                            const ExchangeBegins& begins) = 0;
    /// This machine comes to no further step of the training under way.
    virtual void leave() = 0;
};

}  // namespace throughline::pipeline
