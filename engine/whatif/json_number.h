// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/catalog/json.h"

namespace throughline::whatif {

using catalog::Json;

/// A number for JSON, which knows no infinity: "inf"; null for what is not defined.
Json json_number(double value);
template <class Optional>
Json json_number_or_null(const Optional& value) {
    return value ? json_number(*value) : Json(nullptr);
}

}  // namespace throughline::whatif
