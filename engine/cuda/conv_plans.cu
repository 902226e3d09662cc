// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "engine/cuda/conv_plans.cuh"
#include "engine/cuda/conv_tuner.cuh"
#include "engine/cuda/launcher.cuh"
#include "engine/cuda/status.cuh"
#include "engine/network/conv_descriptor.h"

namespace throughline::cuda {
namespace {

/// What plans are kept for. Changes of the graphs that conv_graph.cuh makes count its number up.
std::string library_and_device(const CudnnApi& api) {
    int device = 0;
    cudaDeviceProp facts{};
    if (cudaGetDevice(&device) != cudaSuccess ||
        cudaGetDeviceProperties(&facts, device) != cudaSuccess) {
        return {};
    }
    return "graphs 1, cuDNN " + std::to_string(api.version()) + ", " + facts.name + " with " +
           std::to_string(facts.multiProcessorCount) + " multiprocessors, driver " +
           driver_version();
}

cudaError_t fill_with_noise(const TlGpuProgram& program,
                            const network::NetworkMemory& memory,
                            cudaStream_t stream) {
    Launcher fill(stream);
    fill.each(program.result_elements,
              network::step_detail::FillHalf{memory.results, 0.0F, 1.0F, 1});
    return fill.failure();
}

}  // namespace

ConvPlans::~ConvPlans() {
    bound_.clear();
    plans_.clear();
    if (on_.handle != nullptr) {
        api_.destroy_handle(on_.handle);
    }
}

std::int32_t ConvPlans::open(const TlGpuProgram& program, TlGpuError* error) {
    std::string tried;
    library_ = open_library(kCudnn, tried);
    if (!library_) {
        return fail(error, kTlGpuNoLibrary, std::string(kCudnn) + ": " + tried);
    }
    load_parts_of_cudnn(library_.get());
    if (const std::string missing = api_.load(library_.get()); !missing.empty()) {
        return fail(error, kTlGpuNoLibrary, std::string(kCudnn) + " lacks " + missing);
    }
    on_.workspace_bytes = network::workspace_bytes(program);
    if (const cudaError_t code = allocate(workspace_, on_.workspace_bytes)) {
        return fail(error, "allocate memory for the network", code);
    }
    on_.workspace = workspace_.get();
    return kTlGpuOk;
}

std::int32_t ConvPlans::start(cudaStream_t stream, TlGpuError* error) {
    on_.api = &api_;
    on_.stream = stream;
    cudnnStatus_t status = api_.create_handle(&on_.handle);
    if (status == CUDNN_STATUS_SUCCESS) {
        status = api_.set_stream(on_.handle, stream);
    }
    if (status != CUDNN_STATUS_SUCCESS) {
        const bool full = status == CUDNN_STATUS_ALLOC_FAILED;
        return fail(error,
                    full ? kTlGpuOutOfMemory : kTlGpuDeviceFailed,
                    api_.words("start cuDNN", status));
    }
    return kTlGpuOk;
}

std::int32_t ConvPlans::make(const TlGpuProgram& program,
                             const network::NetworkMemory& memory,
                             cudaStream_t stream,
                             TlGpuError* error) {
    if (const std::int32_t status = start(stream, error); status != kTlGpuOk) {
        return status;
    }
    if (const cudaError_t code = fill_with_noise(program, memory, stream)) {
        return fail(error, "fill the network's memory", code);
    }
    const std::string fault = plan_steps(program, memory);
    // After a fault of the device no engine runs: cuDNN is not what lacks one.
    cudaError_t code = cudaStreamSynchronize(stream);
    if (!fault.empty()) {
        return code ? fail(error, "try out cuDNN's engines", code)
                    : fail(error, kTlGpuUnsupported, fault);
    }
    code = code ? code
                : cudaMemsetAsync(
                      memory.results, 0, program.result_elements * sizeof(network::Half), stream);
    return code ? fail(error, "try out cuDNN's engines", code) : kTlGpuOk;
}

std::string ConvPlans::plan_steps(const TlGpuProgram& program,
                                  const network::NetworkMemory& memory) {
    PlanCache kept(plan_cache_folder(), library_and_device(api_));
    ConvTuner tuner(on_, kept);
    for (std::uint32_t index = 0; index < program.step_count; ++index) {
        const TlGpuStep& step = program.steps[index];
        if (!network::is_conv(step)) {
            continue;
        }
        const network::ConvDescriptor conv = network::describe_conv(step, program.images);
        Bound& bound = bound_[index];
        std::string fault = bind_pointers(on_, pointers_of(conv, memory), bound.pointers);
        ConvPlan& plan = plans_[network::shape_key(conv)];
        if (fault.empty() && plan.plan.raw() == nullptr) {
            fault = tuner.find(conv, bound.pointers, plan);
            kept.save_at_times();
        }
        if (!fault.empty()) {
            kept.save();
            return fault;
        }
        bound.plan = &plan;
    }
    kept.save();
    return {};
}

std::string ConvPlans::run(std::uint32_t step) const {
    const Bound& bound = bound_.at(step);
    return bound.plan->run(on_, bound.pointers);
}

}  // namespace throughline::cuda
