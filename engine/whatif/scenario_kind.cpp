// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string_view>

#include "engine/whatif/json_number.h"
#include "engine/whatif/scenario.h"

namespace throughline::whatif {

bool is_scenario_file(std::string_view text) {
    constexpr std::array<std::string_view, 11> kKeys{"title",
                                                     "note",
                                                     "catalog",
                                                     "base",
                                                     "base_name",
                                                     "cpu_cost",
                                                     "scenarios",
                                                     "candidates",
                                                     "calibration",
                                                     "typed_base",
                                                     "ways"};
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("base") || !json.at("base").is_object()) {
        return false;
    }
    const auto known =
        std::ranges::count_if(kKeys, [&](std::string_view key) { return json.contains(key); });
    return known > 1;
}

}  // namespace throughline::whatif
