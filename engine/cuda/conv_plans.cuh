// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "engine/consumer/gpu_plugin_abi.h"
#include "engine/cuda/conv_plan.cuh"
#include "engine/cuda/device_memory.cuh"
#include "engine/cuda/libraries.cuh"
#include "engine/network/network_steps.h"

namespace throughline::cuda {

/// cuDNN on a stream, with a plan for every convolution of a program and for every gradient of one.
/// Thread: that of the session.
class ConvPlans {
public:
    ConvPlans() = default;
    ConvPlans(const ConvPlans&) = delete;
    ConvPlans& operator=(const ConvPlans&) = delete;
    ~ConvPlans();

    /// Opens the library and takes the room that its engines share. Errors: NoLibrary, OutOfMemory.
    std::int32_t open(const TlGpuProgram& program, TlGpuError* error);

    /// Plans, after open(): from those that were kept (plan_cache.cuh), the others by trying
    /// engines out, which takes seconds. It writes over the results, and leaves zeros there, and
    /// over the gradients of the weights. Errors: Unsupported, where no engine does it.
    std::int32_t make(const TlGpuProgram& program,
                      const network::NetworkMemory& memory,
                      cudaStream_t stream,
                      TlGpuError* error);

    /// The convolution of a step, launched. Returns: "" or what cuDNN says.
    std::string run(std::uint32_t step) const;

    /// By shape, for checks of what was chosen.
    const std::map<std::string, ConvPlan>& plans() const noexcept { return plans_; }
    /// Of the step, by its number.
    const ConvPlan& plan_of_step(std::uint32_t step) const { return *bound_.at(step).plan; }
    /// Of the cuDNN that was really loaded: 91900 for 9.19.0.
    std::size_t library_version() const { return api_.version(); }

private:
    struct Bound {
        const ConvPlan* plan = nullptr;
        CudnnDescriptor pointers;
    };

    std::int32_t start(cudaStream_t stream, TlGpuError* error);
    std::string plan_steps(const TlGpuProgram& program, const network::NetworkMemory& memory);

    OpenLibrary library_;  ///< outlives whatever came from it
    CudnnApi api_;
    CudnnStream on_;
    DeviceMemory<std::uint8_t> workspace_;
    std::map<std::string, ConvPlan> plans_;  ///< by shape
    std::map<std::uint32_t, Bound> bound_;   ///< by number of the step
};

}  // namespace throughline::cuda
