// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

// Used in this folder only.
namespace throughline::whatif {

/// What a file of scenarios may have, see parse_scenario_file().
inline constexpr std::array<std::string_view, 13> kScenarioFileKeys{"title",
                                                                    "note",
                                                                    "catalog",
                                                                    "base",
                                                                    "base_name",
                                                                    "cpu_cost",
                                                                    "scenarios",
                                                                    "candidates",
                                                                    "calibration",
                                                                    "typed_base",
                                                                    "lost_base",
                                                                    "ways",
                                                                    "nodes"};

}  // namespace throughline::whatif
