// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/json_text.h"

namespace throughline::whatif {

std::string pretty(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace throughline::whatif
