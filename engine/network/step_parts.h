// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/network/lowering.h"
#include "engine/network/program_abi.h"

/// What the steps of inference and of training are made of alike.
namespace throughline::network {

/// The step that a kernel does forward.
TlGpuStepKind step_kind_of(KernelKind kind);

/// Window and groups of a layer.
void put_window(TlGpuStep& step, const Layer& layer);

/// A tensor without gaps as one pixel with all of its values, which a dense layer reads; what pads
/// the channels of a single pixel is read too, and was written by the layer before. None: it has
/// gaps, being a branch of a concat.
std::optional<TlGpuTensor> flat(const TlGpuTensor& tensor);

/// How wide weights are made up, so that results stay about as large as what they are made of.
/// Source: He et al., ICCV 2015, eq. 10: keeps the variance through a ReLU.
float weight_range_of(std::uint64_t inputs, double share);

/// Elements that a piece of weights takes, so that each begins at a multiple of 256 bytes.
std::uint64_t weight_room(std::uint64_t count);

/// "network: layer 'name' why", Unsupported.
Error layer_refused(const Graph& graph, std::uint32_t layer, const char* why);

}  // namespace throughline::network
