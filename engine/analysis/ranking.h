// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/record/study.h"

namespace throughline::analysis {

/// What can be said of the fastest of several runs against the others.
enum class Standing : std::uint8_t {
    NoRate,       ///< not every run has the figure
    OtherStages,  ///< not all measured the same stages: storage alone is no rival of a pipeline
    Equal,        ///< another one has the very same value
    WithinNoise,  ///< another one cannot be told from it: the 95 % interval contains 0
    Unsure,       ///< not both were repeated, so nobody knows the noise
    Fastest       ///< beyond noise against each of the others
};

struct Ranking {
    Standing standing = Standing::NoRate;
    std::size_t best = 0;   ///< the one with the highest value
    std::size_t rival = 0;  ///< the one that comes nearest; `best` where there is none
};

/// Ranks runs by a figure of which more is better. Assumes: at least one run, none null.
Ranking ranking_of(std::span<const record::RunData* const> runs, std::string_view key);

}  // namespace throughline::analysis
