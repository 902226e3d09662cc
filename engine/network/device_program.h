// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/network/lowering.h"
#include "engine/network/memory_plan.h"
#include "engine/network/program_abi.h"

namespace throughline::network {

/// A network, lowered, placed in memory and ready for a plug-in.
struct DeviceProgram {
    std::vector<TlGpuStep> steps{};
    std::vector<BufferPlan> buffers{};  ///< of the results; kernels are the numbers of steps
    std::uint64_t result_elements = 0;
    std::uint64_t weight_elements = 0;
    std::uint32_t images = 0;
    std::uint32_t classes = 0;
    std::uint32_t width_px = 0;  ///< of the pictures that it takes
    std::uint32_t height_px = 0;
    bool trains = false;
    float rate = 0.0F;  ///< of learning; training only, like all below
    float momentum = 0.0F;
    float decay = 0.0F;
    std::uint64_t decayed_elements = 0;
    std::uint64_t statistics_elements = 0;

    /// Borrows the steps.
    TlGpuProgram view() const noexcept;
    /// Of the device: results, weights and what is known of them.
    std::uint64_t bytes() const noexcept;
};

enum class Purpose : std::uint8_t { Inference, Training };

/// Plans a graph for inference of batches of `images`. Errors: Unsupported, for what no step can
/// do.
Result<DeviceProgram> device_program(const Graph& graph, std::uint32_t images);

/// Plans a graph for training, as training_program.cpp says. Errors: as above.
Result<DeviceProgram> training_program(const Graph& graph, std::uint32_t images);

/// One of them of a built-in network by its id. Errors: NotFound.
Result<DeviceProgram> built_in_program(std::string_view id,
                                       std::uint32_t images,
                                       Purpose purpose = Purpose::Inference);

}  // namespace throughline::network
