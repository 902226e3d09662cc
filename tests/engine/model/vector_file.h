// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/model/inputs.h"

namespace throughline::model {

/// One case of tests/fixtures/whatif_vectors.json.
struct Vector {
    std::string name;
    nlohmann::json input;
    nlohmann::json expect;
};

/// The cases of a kind, in the order of the file.
std::vector<Vector> vectors_of(const std::string& kind);

/// The file's defaults, as a whole and as relative deviations.
const nlohmann::json& vector_file();

/// Inputs from the defaults and these changes; numbers and choices that do not fit become NaN or
/// stay, and are named in `bad` when given.
Inputs inputs_of(const nlohmann::json& changes, std::string* bad = nullptr);

/// Whether `actual` agrees to four significant digits: 5e-4 of the larger, "inf" is infinity.
::testing::AssertionResult agrees(const nlohmann::json& expected, double actual);

}  // namespace throughline::model
