// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/network/device_program.h"
#include "engine/network/program_abi.h"

namespace throughline::network {

/// A tensor as cuDNN's graph API takes it: sizes in the order N, C, H, W (weights K, C, R, S), and
/// for each the distance of neighbours in elements. NHWC: that of channels is 1.
struct TensorDescriptor {
    std::array<std::int64_t, 4> sizes{};
    std::array<std::int64_t, 4> strides{};
    std::int64_t offset_elements = 0;  ///< of the first one within its buffer
};

/// One fused convolution: all that its operation graph is made of.
struct ConvDescriptor {
    std::uint32_t layer = 0;
    TensorDescriptor x{};
    TensorDescriptor w{};
    TensorDescriptor y{};
    std::int64_t bias_offset_elements = 0;       ///< within the weights
    std::array<std::int64_t, 2> pre_padding{};   ///< vertical, horizontal
    std::array<std::int64_t, 2> post_padding{};  ///< below, to the right
    std::array<std::int64_t, 2> stride{};
    std::array<std::int64_t, 2> dilation{1, 1};
    std::int64_t groups = 1;
    std::optional<TensorDescriptor> residual{};
    bool relu = false;
};

/// The descriptor of a step that is a convolution, for batches of `images`.
ConvDescriptor describe_conv(const TlGpuStep& step, std::uint32_t images);
/// Those of all such steps, in the order in which they run; dense layers are among them.
std::vector<ConvDescriptor> describe_convs(const DeviceProgram& program);

/// Convolutions with the same key run the same way, whichever memory they work on.
std::string shape_key(const ConvDescriptor& conv);

/// Whether cuDNN can take it as fp16 NHWC on tensor cores.
/// Rules:  channels of a group, and distances between pixels and of the first element, are
///         multiples of 8 (16 bytes); x, w and y agree in channels, groups and the size that the
///         window makes; padding is smaller than the window; a tensor has less than 2^31 elements.
/// Errors: Unsupported, with the rule.
/// Source: cuDNN documentation, data and filter formats for tensor cores (multiples of 8 in fp16)
///         and tensor descriptors. The limit of 2^31 is a caution of our own: 32-bit indices.
Result<void> check(const ConvDescriptor& conv);

}  // namespace throughline::network
