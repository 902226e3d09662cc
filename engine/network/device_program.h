// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/network/lowering.h"
#include "engine/network/program_abi.h"

namespace throughline::network {

/// A network for inference, lowered, placed in memory and ready for a plug-in.
struct DeviceProgram {
    std::vector<TlGpuStep> steps{};
    std::uint64_t result_elements = 0;
    std::uint64_t weight_elements = 0;
    std::uint32_t images = 0;
    std::uint32_t classes = 0;
    std::uint32_t width_px = 0;  ///< of the pictures that it takes
    std::uint32_t height_px = 0;

    /// Borrows the steps.
    TlGpuProgram view() const noexcept;
    std::uint64_t bytes() const noexcept { return 2 * (result_elements + weight_elements); }
};

/// Plans a graph for batches of `images`. Errors: Unsupported, for what no step can do.
Result<DeviceProgram> device_program(const Graph& graph, std::uint32_t images);

/// The same of a built-in network by its id. Errors: NotFound.
Result<DeviceProgram> built_in_program(std::string_view id, std::uint32_t images);

}  // namespace throughline::network
