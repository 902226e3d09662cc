// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/whatif/what_if.h"

namespace throughline::whatif {
namespace {

using Json = nlohmann::json;

std::string vector_text() {
    std::ifstream stream(THROUGHLINE_WHATIF_VECTORS);
    return {std::istreambuf_iterator<char>(stream), {}};
}

bool same(const Json& expected, const Json& actual) {
    if (!expected.is_number() || !actual.is_number()) {
        return expected == actual;
    }
    const double a = expected;
    const double b = actual;
    return std::abs(a - b) <= 5e-4 * std::max(std::abs(a), std::abs(b));
}

TEST(EvaluateVectors, GivesEveryOutputOfEveryPredictVector) {
    const auto text = evaluate_vectors(vector_text(), "vectors.json");
    ASSERT_TRUE(text) << text.error().what;
    const Json outputs = Json::parse(*text);
    std::size_t next = 0;
    const Json file = Json::parse(vector_text());
    for (const auto& vector : file.at("vectors")) {
        if (vector.at("kind") != "predict") {
            continue;
        }
        SCOPED_TRACE(vector.at("name"));
        const Json& result = outputs.at(next++);
        EXPECT_EQ(result.at("name"), vector.at("name"));
        const Json& output = result.at("output");
        EXPECT_EQ(output.size(), vector.at("expect").size());
        for (const auto& [key, expected] : vector.at("expect").items()) {
            ASSERT_TRUE(output.contains(key)) << key;
            EXPECT_TRUE(same(expected, output.at(key)))
                << key << " " << expected << " " << output.at(key);
        }
    }
    EXPECT_EQ(next, outputs.size());
}

Json first_output(const std::string& input) {
    const auto text =
        evaluate_vectors(R"({"vectors": [{"name": "x", "input": )" + input + "}]}", "v.json");
    return text ? Json::parse(*text).at(0).at("output") : Json(text.error().what);
}

TEST(EvaluateVectors, NamesInvalidInputsInTheOrderOfTheSpecification) {
    EXPECT_EQ(first_output(R"({"format": "zip", "nodes": 0})"), Json({{"error", "nodes"}}));
    EXPECT_EQ(first_output(R"({"allreduce": "tree", "format": "zip"})"),
              Json({{"error", "format"}}));
    EXPECT_EQ(first_output(R"({"access": 3, "sto_bw": -1})"), Json({{"error", "sto_bw"}}));
    EXPECT_EQ(first_output(R"({"image_bytes": null, "nodes": 0})"),
              Json({{"error", "image_bytes"}}));
    EXPECT_EQ(first_output(R"({"image_bytes": "big", "nodes": 0})"),
              Json({{"error", "image_bytes"}}));
    EXPECT_EQ(first_output(R"({"sto_bandwidth": 1})"), Json({{"error", "sto_bandwidth"}}));
    EXPECT_EQ(first_output("{}").at("bottleneck"), "storage-latency");
}

TEST(EvaluateVectors, FilesOfAnotherFormSayWhatIsMissing) {
    EXPECT_FALSE(evaluate_vectors("{", "v.json"));
    EXPECT_FALSE(evaluate_vectors("[]", "v.json"));
    EXPECT_FALSE(evaluate_vectors(R"({"vectors": [3]})", "v.json"));
    const auto no_input = evaluate_vectors(R"({"vectors": [{"kind": "predict"}]})", "v.json");
    ASSERT_FALSE(no_input);
    EXPECT_EQ(no_input.error().what,
              "'v.json': the file of vectors: vector 1 has no object 'input'");
}

}  // namespace
}  // namespace throughline::whatif
