// SPDX-License-Identifier: Apache-2.0
#include "app/engine/json_output.h"

#include "app/engine/report.h"
#include "engine/base/format.h"

namespace throughline::app {

Json json_texts(const std::vector<std::string>& texts) {
    Json json = Json::array();
    for (const std::string& text : texts) {
        json.push_back(json_text(text));
    }
    return json;
}

void print_json(const Json& document) {
    constexpr int kIndent = 2;
    print_data(document.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n");
}

void print_json_line(const Json& document) {
    print_data(document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace throughline::app
