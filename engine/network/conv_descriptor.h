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

/// Whether something else lies between its pixels, as where a result is a part of a concat.
inline bool has_gaps(const TensorDescriptor& tensor) {
    return tensor.strides[3] != tensor.sizes[1];
}

/// Which of a convolution's three tensors is computed from the two others: y, dx or dw.
enum class ConvPass : std::uint8_t { Forward, DataGradient, WeightGradient };

/// One convolution, forward with what is fused to it, or one of its gradients: all that its
/// operation graph is made of. x, w and y are the tensors of the forward pass in each case; of a
/// gradient they stand for dx, dw and dy where those are computed or read.
struct ConvDescriptor {
    std::uint32_t layer = 0;
    ConvPass pass = ConvPass::Forward;
    TensorDescriptor x{};
    TensorDescriptor w{};  ///< lies in the weights; dw: in the gradients of the weights
    TensorDescriptor y{};
    bool has_bias = true;
    std::int64_t bias_offset_elements = 0;       ///< within the weights
    std::array<std::int64_t, 2> pre_padding{};   ///< vertical, horizontal
    std::array<std::int64_t, 2> post_padding{};  ///< below, to the right
    std::array<std::int64_t, 2> stride{};
    std::array<std::int64_t, 2> dilation{1, 1};
    std::int64_t groups = 1;
    std::optional<TensorDescriptor> residual{};
    bool relu = false;
};

/// Whether a step is a convolution or the gradient of one.
bool is_conv(const TlGpuStep& step) noexcept;
/// The descriptor of such a step, for batches of `images`.
ConvDescriptor describe_conv(const TlGpuStep& step, std::uint32_t images);
/// Those of all such steps, in the order in which they run; dense layers are among them.
std::vector<ConvDescriptor> describe_convs(const DeviceProgram& program);

/// Room that cuDNN's engines share while they run the convolutions of a program, in bytes: what all
/// but a few at the end of its lists keep within, and copies of tensors that have gaps between
/// their pixels, which most engines make. Source: planned for every convolution of the catalogue
/// and its gradients at batch 256 on described devices.
std::uint64_t workspace_bytes(const TlGpuProgram& program);

/// Convolutions with the same key run the same way, whichever memory they work on.
std::string shape_key(const ConvDescriptor& conv);

/// Whether cuDNN can take it as fp16 NHWC on tensor cores.
/// Rules:  channels of a group, and distances between pixels and of the first element, are
///         multiples of 8 (16 bytes); x, w and y agree in channels, groups and the size that the
///         window makes, and a residual with y in its size; gradients are of the convolution alone,
///         without bias, residual and ReLU; padding is smaller than the window; a tensor has less
///         than 2^31 elements.
/// Errors: Unsupported, with the rule.
/// Source: cuDNN documentation, data and filter formats for tensor cores (multiples of 8 in fp16)
///         and tensor descriptors. The limit of 2^31 is a caution of our own: 32-bit indices.
Result<void> check(const ConvDescriptor& conv);

}  // namespace throughline::network
