// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "engine/network/graph.h"

namespace throughline::network {

/// What a device runs. Inference: one launch each, and batch norm after a convolution is folded
/// into its weights and bias. Training: each is a step forward and one or more backward.
enum class KernelKind : std::uint8_t {
    Normalise,   ///< uint8 pixels to fp16, the network's input
    Conv,        ///< + bias (+ residual) (+ ReLU), one fused graph of cuDNN; training: no residual,
                 ///< and neither bias nor ReLU where a norm follows
    Dense,       ///< matrix product + bias (+ ReLU)
    ScaleShift,  ///< batch norm that follows no convolution (+ ReLU)
    BatchNorm,   ///< training: by the statistics of the batch (+ residual) (+ ReLU)
    MaxPool,
    AveragePool,
    Lrn,
    Add,  ///< of two tensors (+ ReLU)
    Relu,
    Dropout,  ///< training: in the place of what it reads
    Softmax,
};

struct Kernel {
    KernelKind kind = KernelKind::Relu;
    std::uint32_t layer = 0;              ///< whose window, weights and so on it has
    std::vector<std::uint32_t> covers{};  ///< all layers whose work it does
    std::uint32_t reads = 0;              ///< layer whose result it reads; Normalise: itself
    std::optional<std::uint32_t> residual{};
    std::uint32_t writes = 0;  ///< layer whose result it writes
    bool relu = false;
};

/// Where a layer's result lies: channels of a buffer that it may share with its neighbours in a
/// concat, which thereby needs no kernel. It is not free: see "Decisions" in the README.
struct Place {
    std::uint32_t buffer = 0;          ///< layer whose result is the whole buffer
    std::uint32_t channel_offset = 0;  ///< first channel within it
};

/// A network ready to be planned. Every layer is covered by a kernel or is only a place.
struct Program {
    const Graph* graph = nullptr;  ///< must outlive the program
    std::vector<Kernel> kernels{};
    std::vector<Place> places{};  ///< by layer; of layers that are written nowhere: themselves
    std::vector<std::uint32_t> placed_only{};  ///< concats and, but for training, dropouts
};

/// Lowers a network for inference. Errors: Unsupported for a result that is in two concats.
Result<Program> lower_for_inference(const Graph& graph);

/// Lowers the forward part of training; training_program.h adds the way back. Errors: as above, and
/// Unsupported where what a dropout reads is read by another layer too.
Result<Program> lower_for_training(const Graph& graph);

}  // namespace throughline::network
