// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>

#include "engine/whatif/json_number.h"
#include "engine/whatif/scenario.h"
#include "engine/whatif/scenario_keys.h"

namespace throughline::whatif {

bool is_scenario_file(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("base") || !json.at("base").is_object()) {
        return false;
    }
    const auto known = std::ranges::count_if(
        kScenarioFileKeys, [&](std::string_view key) { return json.contains(key); });
    return known > 1;
}

}  // namespace throughline::whatif
