// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

namespace throughline::scenario {

/// Keeps the order of a file's fields. Nobody outside this folder includes it.
using Json = nlohmann::ordered_json;

/// A number for JSON, which knows no infinity: "inf"; null for what is not defined.
Json json_number(double value);
template <class Optional>
Json json_number_or_null(const Optional& value) {
    return value ? json_number(*value) : Json(nullptr);
}

}  // namespace throughline::scenario
