// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/network/lowering.h"

namespace throughline::network {

/// Bytes that a result takes in fp16, and that addresses of tensors are multiples of.
constexpr std::uint64_t kHalfBytes = 2;
constexpr std::uint64_t kTensorAlignBytes = 256;
/// fp16 tensors on tensor cores: 16-byte rows of channels.
constexpr std::uint32_t kChannelMultiple = 8;

/// Room that cuDNN's engines share while they run, and at least; see workspace_bytes().
constexpr std::uint64_t kWorkspaceBytes = 256U << 20U;

/// Elements from a pixel of a result to its next: the three colours take 8, 1001 classes 1008.
constexpr std::uint32_t channel_pitch(const Shape& shape) {
    return (shape.channels + kChannelMultiple - 1) / kChannelMultiple * kChannelMultiple;
}

/// A buffer's place in the one piece of device memory, and when it is in use.
struct BufferPlan {
    std::uint32_t layer = 0;  ///< see Place::buffer; of a training program: its number
    std::uint64_t offset_bytes = 0;
    std::uint64_t bytes = 0;
    std::uint32_t first_kernel = 0;  ///< that writes it
    std::uint32_t last_kernel = 0;   ///< that reads it
};

struct MemoryPlan {
    std::vector<BufferPlan> buffers{};
    std::uint64_t activation_bytes = 0;  ///< of the piece that all buffers lie in
    std::uint64_t weight_bytes = 0;      ///< fp16, with biases
};

/// Lays buffers out so that those that are in use at the same time never overlap, the largest
/// first, each as low as it fits; it also sorts them so.
/// Returns: bytes of the piece that all of them lie in.
std::uint64_t place_buffers(std::vector<BufferPlan>& buffers);

/// Lays the results of a program for inference out so that buffers that are in use at the same time
/// never overlap, the largest first, each as low as it fits.
MemoryPlan plan_memory(const Program& program, std::uint32_t batch_images);

}  // namespace throughline::network
