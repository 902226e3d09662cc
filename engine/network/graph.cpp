// SPDX-License-Identifier: Apache-2.0
#include "engine/network/graph.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "engine/base/say.h"
#include "engine/catalog/embedded.h"

namespace throughline::network {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::pair<const char*, Op>, 12> kOps{{{"input", Op::Input},
                                                           {"conv", Op::Conv},
                                                           {"fc", Op::Dense},
                                                           {"bn", Op::BatchNorm},
                                                           {"relu", Op::Relu},
                                                           {"maxpool", Op::MaxPool},
                                                           {"avgpool", Op::AveragePool},
                                                           {"lrn", Op::Lrn},
                                                           {"add", Op::Add},
                                                           {"concat", Op::Concat},
                                                           {"dropout", Op::Dropout},
                                                           {"softmax", Op::Softmax}}};

std::optional<Op> op_of(const std::string& name) {
    const auto* const found = std::find_if(
        kOps.begin(), kOps.end(), [&](const auto& known) { return name == known.first; });
    return found == kOps.end() ? std::nullopt : std::optional(found->second);
}

/// Numbers of a list; missing ones are `otherwise`.
template <std::size_t N>
std::array<std::uint32_t, N> numbers(const Json& layer,
                                     const char* field,
                                     std::uint32_t otherwise) {
    std::array<std::uint32_t, N> values{};
    values.fill(otherwise);
    const auto list = layer.find(field);
    for (std::size_t i = 0; list != layer.end() && i < std::min(N, list->size()); ++i) {
        values[i] = (*list)[i].is_number_unsigned() ? (*list)[i].get<std::uint32_t>() : otherwise;
    }
    return values;
}

Window window_of(const Json& layer) {
    const auto size = numbers<2>(layer, "k", 1);
    const auto stride = numbers<2>(layer, "s", 1);
    const auto pad = numbers<4>(layer, "p", 0);
    return {.height = size[0],
            .width = size[1],
            .stride_y = stride[0],
            .stride_x = stride[1],
            .pad_top = pad[0],
            .pad_bottom = pad[1],
            .pad_left = pad[2],
            .pad_right = pad[3]};
}

/// "" when the layer's shape follows from what it reads, else what is wrong; %1 is the layer.
const char* fault_of(const Graph& graph, const Layer& layer) {
    const auto input = [&](std::size_t i) -> const Shape& {
        return graph.layers[layer.inputs[i]].out;
    };
    const bool needs_input = layer.op != Op::Input;
    if (layer.inputs.empty() == needs_input) {
        return needs_input ? to_say("%1 reads nothing")
                           : to_say("%1 is an input and reads something");
    }
    switch (layer.op) {
        case Op::Input:
        case Op::Dense:
            return "";
        case Op::Conv:
            if (layer.groups == 0 || input(0).channels % layer.groups != 0 ||
                layer.out.channels % layer.groups != 0) {
                return to_say("%1 has a number of channels that its groups do not divide");
            }
            [[fallthrough]];
        case Op::MaxPool:
        case Op::AveragePool:
            return slide(layer.window, input(0), layer.out.channels) == layer.out
                       ? ""
                       : to_say("%1 differs in size from what its window makes");
        case Op::Concat: {
            std::uint32_t channels = 0;
            for (std::size_t i = 0; i < layer.inputs.size(); ++i) {
                channels += input(i).channels;
            }
            return channels == layer.out.channels
                       ? ""
                       : to_say("%1 differs in channels from its branches");
        }
        case Op::Add:
            return layer.inputs.size() == 2 && input(0) == layer.out && input(1) == layer.out
                       ? ""
                       : to_say("%1 adds tensors of different shapes");
        default:
            return input(0) == layer.out ? "" : to_say("%1 changes the shape");
    }
}

Result<Layer> layer_from(const Json& json, const Graph& graph) {
    const std::string where = say_english("%1, layer %2 ('%3')",
                                          graph.id,
                                          std::to_string(graph.layers.size()),
                                          json.value("name", ""));
    const auto op = op_of(json.value("op", ""));
    if (!op) {
        return format_error(say_english("%1: unknown op '%2'", where, json.value("op", "")));
    }
    const auto shape = numbers<3>(json, "out", 0);
    Layer layer{.op = *op,
                .name = json.value("name", ""),
                .inputs = {},
                .out = {.channels = shape[0], .height = shape[1], .width = shape[2]},
                .window = window_of(json),
                .groups = json.value("groups", 1U),
                .bias = json.value("bias", false),
                .macs = json.value("macs", std::uint64_t{0}),
                .parameters = json.value("params", std::uint64_t{0})};
    for (const auto& input : json.value("in", std::vector<std::uint32_t>{})) {
        if (input >= graph.layers.size()) {
            return format_error(say_english("%1 reads a later layer", where));
        }
        layer.inputs.push_back(input);
    }
    if (const char* const fault = fault_of(graph, layer); *fault != '\0') {
        return format_error(say_english(fault, where));
    }
    return layer;
}

}  // namespace

Shape slide(const Window& window, const Shape& in, std::uint32_t channels) noexcept {
    const auto side = [](std::uint32_t size, std::uint32_t kernel, std::uint32_t stride) {
        return stride == 0 || size < kernel ? 0U : (size - kernel) / stride + 1;
    };
    return {.channels = channels,
            .height = side(
                in.height + window.pad_top + window.pad_bottom, window.height, window.stride_y),
            .width =
                side(in.width + window.pad_left + window.pad_right, window.width, window.stride_x)};
}

Result<std::vector<Graph>> graphs_from(std::string_view models_json) {
    const Json document = Json::parse(models_json, nullptr, false);
    const auto models = document.is_object() ? document.find("models") : document.end();
    if (models == document.end() || !models->is_array()) {
        return format_error(to_say("a models file must have a list 'models'"));
    }
    std::vector<Graph> graphs;
    for (const Json& model : *models) {
        Graph graph{.id = model.value("id", ""), .label = model.value("label", ""), .layers = {}};
        for (const Json& json : model.value("layers", Json::array())) {
            auto layer = layer_from(json, graph);
            if (!layer) {
                return std::move(layer).error();
            }
            graph.layers.push_back(*std::move(layer));
        }
        graphs.push_back(std::move(graph));
    }
    return graphs;
}

Result<std::vector<Graph>> built_in_graphs() {
    return graphs_from(catalog::models_json());
}

Result<Graph> built_in_graph(std::string_view id) {
    auto graphs = built_in_graphs();
    if (!graphs) {
        return std::move(graphs).error();
    }
    const auto graph = std::find_if(
        graphs->begin(), graphs->end(), [id](const Graph& one) { return one.id == id; });
    if (graph == graphs->end()) {
        return Error{.code = ErrorCode::NotFound, .what = say("there is no network '%1'", id)};
    }
    return std::move(*graph);
}

std::vector<std::uint32_t> use_counts(const Graph& graph) {
    std::vector<std::uint32_t> counts(graph.layers.size(), 0);
    for (const Layer& layer : graph.layers) {
        for (const std::uint32_t input : layer.inputs) {
            ++counts[input];
        }
    }
    return counts;
}

}  // namespace throughline::network
