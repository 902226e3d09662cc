// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
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
    std::optional<double> slow_node{};  ///< none: as the file asks
};

/// Adds them to the command; returns --scaling.
CLI::Option* add_scaling_options(CLI::App& command, ScalingOptions& options);

/// Of each scenario of the file; the slow reads of its base count in.
/// Errors: those of answer_scaling().
Result<std::vector<whatif::ScalingAnswer>> answers_about_scaling(const ScalingOptions& options,
                                                                 const whatif::WhatIf& what_if,
                                                                 const whatif::ScenarioFile& file);

/// What the file keeps of it, for the next time and for the window.
whatif::NodesQuestion kept_question(const ScalingOptions& options,
                                    const whatif::NodesQuestion& before);

/// For a terminal: a row for each count of nodes.
std::string scaling_table(const std::vector<whatif::ScalingAnswer>& answers);

}  // namespace throughline::app
