// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace throughline::network {

enum class Op : std::uint8_t {
    Input,
    Conv,
    Dense,
    BatchNorm,
    Relu,
    MaxPool,
    AveragePool,
    Lrn,
    Add,
    Concat,
    Dropout,
    Softmax,
};

/// Of one image.
struct Shape {
    std::uint32_t channels = 0;
    std::uint32_t height = 0;
    std::uint32_t width = 0;

    std::uint64_t elements() const noexcept { return std::uint64_t{channels} * height * width; }
    bool operator==(const Shape&) const = default;
};

/// What a convolution or pooling slides over its input.
struct Window {
    std::uint32_t height = 1;
    std::uint32_t width = 1;
    std::uint32_t stride_y = 1;
    std::uint32_t stride_x = 1;
    std::uint32_t pad_top = 0;
    std::uint32_t pad_bottom = 0;
    std::uint32_t pad_left = 0;
    std::uint32_t pad_right = 0;
};

/// Height and width of what a window makes of `in`; 0 where it does not fit.
/// Formula: (size + padding - window) / stride + 1, rounded down.
Shape slide(const Window& window, const Shape& in, std::uint32_t channels) noexcept;

struct Layer {
    Op op = Op::Input;
    std::string name{};
    std::vector<std::uint32_t> inputs{};  ///< indices of layers before this one
    Shape out{};
    Window window{};           ///< Conv, MaxPool, AveragePool
    std::uint32_t groups = 1;  ///< Conv
    bool bias = false;         ///< Conv, Dense
    std::uint64_t macs = 0;    ///< Conv, Dense: multiply-accumulates an image
    std::uint64_t parameters = 0;
};

/// A network as its authors describe it, layer by layer, each after what it reads.
struct Graph {
    std::string id{};
    std::string label{};
    std::vector<Layer> layers{};
};

/// Reads the layer graphs of a models file of the catalogue, and checks each layer's shape against
/// those it reads. Errors: Format, naming network and layer.
Result<std::vector<Graph>> graphs_from(std::string_view models_json);

/// Those that are built in. Errors: none in a program whose tests passed.
Result<std::vector<Graph>> built_in_graphs();

/// One of them. Errors: NotFound.
Result<Graph> built_in_graph(std::string_view id);

/// How often each layer's result is read.
std::vector<std::uint32_t> use_counts(const Graph& graph);

}  // namespace throughline::network
