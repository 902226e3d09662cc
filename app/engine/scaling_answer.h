// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/study.h"
#include "engine/whatif/scaling.h"
#include "engine/whatif/what_if.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace throughline::app {

/// What `whatif --scaling` is asked.
struct ScalingOptions {
    std::vector<std::uint64_t> nodes{};  ///< empty: it is not asked
    std::uint64_t steps = 400;
    std::uint64_t seed = 1;
    double slow_node = 1.0;
};

/// Adds them to the command; returns --scaling.
CLI::Option* add_scaling_options(CLI::App& command, ScalingOptions& options);

/// Of each scenario. `studies`: whose slow reads count in; they may be none.
/// Errors: those of answer_scaling().
Result<std::vector<whatif::ScalingAnswer>> answers_about_scaling(
    const ScalingOptions& options,
    const whatif::WhatIf& what_if,
    const std::vector<record::Study>& studies);

/// For a terminal: a row for each count of nodes.
std::string scaling_table(const std::vector<whatif::ScalingAnswer>& answers);

}  // namespace throughline::app
