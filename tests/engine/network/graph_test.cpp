// SPDX-License-Identifier: Apache-2.0
#include "engine/network/graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "engine/catalog/embedded.h"

namespace throughline::network {
namespace {

using testing::HasSubstr;

TEST(Graph, EveryBuiltInNetworkIsReadWithAllItsLayers) {
    const auto graphs = built_in_graphs();
    ASSERT_TRUE(graphs) << graphs.error().what;
    EXPECT_EQ(graphs->size(), 14U);
    std::size_t layers = 0;
    std::ptrdiff_t convs = 0;
    for (const Graph& graph : *graphs) {
        layers += graph.layers.size();
        convs += std::count_if(graph.layers.begin(), graph.layers.end(), [](const Layer& layer) {
            return layer.op == Op::Conv;
        });
    }
    EXPECT_EQ(layers, 2839U);
    EXPECT_EQ(convs, 860);
}

// Goal: what a network costs is computed from the same layers that are run. Method: totals of the
// layers against the catalogue's, and the multiplications of each convolution against its shape.
TEST(Graph, CostsAgreeWithTheCatalogue) {
    const auto graphs = built_in_graphs();
    ASSERT_TRUE(graphs);
    const auto document = nlohmann::json::parse(catalog::models_json());
    for (std::size_t i = 0; i < graphs->size(); ++i) {
        const Graph& graph = (*graphs)[i];
        const auto& model = document["models"][i];
        std::uint64_t macs = 0;
        std::uint64_t parameters = 0;
        for (const Layer& layer : graph.layers) {
            macs += layer.macs;
            parameters += layer.parameters;
            if (layer.op == Op::Conv) {
                const auto& window = layer.window;
                EXPECT_EQ(layer.macs,
                          layer.out.elements() * window.height * window.width *
                              graph.layers[layer.inputs[0]].out.channels / layer.groups)
                    << graph.id << " " << layer.name;
            }
        }
        EXPECT_EQ(macs, model["macs_forward"].get<std::uint64_t>()) << graph.id;
        EXPECT_EQ(parameters, model["params"].get<std::uint64_t>()) << graph.id;
    }
}

std::string refusal(const std::string& layers) {
    const auto graphs = graphs_from(R"({"models":[{"id":"net","layers":[)" + layers + "]}]}");
    return graphs ? "accepted" : graphs.error().what;
}

TEST(Graph, LayerThatDoesNotFitItsInputIsNamed) {
    const std::string input = R"({"op":"input","name":"input","in":[],"out":[3,8,8]},)";
    EXPECT_THAT(
        refusal(input +
                R"({"op":"maxpool","name":"p","in":[0],"out":[3,5,4],"k":[2,2],"s":[2,2]})"),
        HasSubstr("net, layer 1 ('p') differs in size from what its window makes"));
    EXPECT_THAT(refusal(input + R"({"op":"add","name":"a","in":[0,2],"out":[3,8,8]})"),
                HasSubstr("reads a later layer"));
    EXPECT_THAT(refusal(input + R"({"op":"concat","name":"c","in":[0,0],"out":[7,8,8]})"),
                HasSubstr("differs in channels from its branches"));
    EXPECT_THAT(refusal(R"({"op":"gelu","name":"g","in":[],"out":[3,8,8]})"),
                HasSubstr("unknown op 'gelu'"));
    EXPECT_FALSE(graphs_from("no JSON"));
}

}  // namespace
}  // namespace throughline::network
