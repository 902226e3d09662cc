// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/model/vector_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <optional>

#include "engine/model/input_table.h"

namespace throughline::model {
namespace {

constexpr double kTolerance = 5e-4;

std::optional<InputValue> value_from(const nlohmann::json& json) {
    if (json.is_null()) {
        return InputValue(kUnlimited);
    }
    if (json.is_boolean()) {
        return InputValue(json.get<bool>());
    }
    if (json.is_number()) {
        return InputValue(json.get<double>());
    }
    return InputValue(json.get<std::string>());
}

}  // namespace

const nlohmann::json& vector_file() {
    static const nlohmann::json kFile = [] {
        std::ifstream stream(THROUGHLINE_WHATIF_VECTORS);
        return nlohmann::json::parse(stream);
    }();
    return kFile;
}

std::vector<Vector> vectors_of(const std::string& kind) {
    std::vector<Vector> vectors;
    for (const auto& json : vector_file().at("vectors")) {
        if (json.at("kind") == kind) {
            vectors.push_back({json.at("name"), json.at("input"), json.at("expect")});
        }
    }
    return vectors;
}

Inputs inputs_of(const nlohmann::json& changes, std::string* bad) {
    Inputs inputs;
    for (const auto& [key, json] : changes.items()) {
        const auto input = find_input(key);
        if (!input || !set_value(inputs, *input, *value_from(json))) {
            if (bad != nullptr) {
                *bad = key;
            } else {
                ADD_FAILURE() << "bad input " << key;
            }
        }
    }
    return inputs;
}

::testing::AssertionResult agrees(const nlohmann::json& expected, double actual) {
    if (expected.is_string()) {
        return expected == "inf" && std::isinf(actual) && actual > 0.0
                   ? ::testing::AssertionSuccess()
                   : ::testing::AssertionFailure() << "expected " << expected << ", got " << actual;
    }
    const double wanted = expected.get<double>();
    if (std::abs(actual - wanted) <= kTolerance * std::max(std::abs(wanted), std::abs(actual))) {
        return ::testing::AssertionSuccess();
    }
    return ::testing::AssertionFailure() << "expected " << wanted << ", got " << actual;
}

}  // namespace throughline::model
