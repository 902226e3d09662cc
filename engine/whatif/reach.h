// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/model/search.h"
#include "engine/whatif/scenario.h"

namespace throughline::whatif {

/// What brings a scenario to a rate: more of what is counted.
struct Reach {
    double target = 0.0;
    double now_images_per_s = 0.0;
    /// What was asked to be raised, and how far that gets by itself.
    std::optional<model::Input> asked{};
    std::optional<model::Enough> alone{};
    /// Of each thing how many it takes together, in the order in which they limit; empty: none
    /// more. Counts that are enough already are not named.
    std::vector<std::pair<model::Input, double>> counts{};
    double images_per_s = 0.0;  ///< with these counts
    bool reaches_target = false;
    std::optional<model::Limit> bottleneck{};  ///< with these counts
    model::Inputs inputs{};                    ///< the scenario's, before
};

/// Raises what limits, one thing after the other, until the rate is reached or nothing counted
/// helps: disks of the storage, its queue depth, cores with their decode threads, GPUs, nodes. Then
/// takes back what turned out not to be needed.
/// Assumes: is_count(*asked); valid inputs.
Reach reach(const Resolved& scenario, double target, std::optional<model::Input> asked = {});

/// What the sentence says to set: the one thing that was asked for where it does, else all of them.
std::vector<std::pair<model::Input, double>> counts_to_set(const Reach& reach);

/// "Not by decode threads: 2 cores end at ≈ 1 430 images/s. 6 cores with 6 decode threads reach
/// 4 000 images/s."
std::string reach_text(const Reach& reach);
/// With so many digits of what is predicted; the wanted rate keeps its own.
std::string reach_text(const Reach& reach, int digits);

}  // namespace throughline::whatif
