// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/whatif/answer.h"
#include "engine/whatif/json_number.h"

// Answers as JSON. Used in this folder only; the functions for others are in what_if.h.
namespace throughline::whatif {

/// The outputs under the names of whatif-vectors.json.
Json outputs_json(const model::Prediction& prediction,
                  const std::optional<model::Interval>& interval);

/// {"name", "output", "limits", "grade", "grade_reason", "throttled", "feedable", "gaps"}.
Json answer_json(const Answer& answer);

}  // namespace throughline::whatif
