// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <utility>
#include <vector>

#include "engine/cuda/device_memory.cuh"
#include "engine/cuda/launcher.cuh"
#include "engine/cuda/libraries.cuh"
#include "engine/cuda/network_work.cuh"
#include "engine/cuda/status.cuh"
#include "engine/network/memory_plan.h"

#ifdef THROUGHLINE_WITH_CUDNN

#include "engine/cuda/conv_plan.cuh"

namespace throughline::cuda {

struct NetworkWork::Impl {
    ~Impl() {
        bound.clear();
        plans.clear();
        if (on.handle != nullptr) {
            on.api->destroy_handle(on.handle);
        }
    }

    /// A convolution of the program.
    struct Bound {
        const ConvPlan* plan = nullptr;
        CudnnDescriptor pointers;
    };

    OpenLibrary library;  ///< outlives whatever came from it
    CudnnApi api;
    CudnnStream on;
    std::vector<TlGpuStep> steps;
    TlGpuProgram program{};
    DeviceMemory<network::Half> results;
    DeviceMemory<network::Half> weights;
    DeviceMemory<float> probabilities;
    DeviceMemory<std::uint8_t> workspace;
    network::NetworkMemory memory;
    std::map<std::string, std::unique_ptr<ConvPlan>> plans;  ///< by shape
    std::map<std::uint32_t, Bound> bound;                    ///< by number of the step
};

/// The launcher of network_steps.h.
class NetworkWork::Runner {
public:
    Runner(NetworkWork& work, cudaStream_t stream) : work_(work), launcher_(stream) {}

    template <class Function>
    void each(std::uint64_t count, Function function) {
        launcher_.each(count, function);
    }
    void convolve(std::uint32_t index,
                  const TlGpuStep& /*step*/,
                  const network::NetworkMemory& /*memory*/) {
        const Impl& impl = *work_.impl_;
        const Impl::Bound& bound = impl.bound.at(index);
        if (std::string fault = bound.plan->run(impl.on, bound.pointers); !fault.empty()) {
            work_.failure_ = std::move(fault);
        }
    }
    cudaError_t failure() const {
        return launcher_.failure() == cudaSuccess && !work_.failure_.empty() ? cudaErrorUnknown
                                                                             : launcher_.failure();
    }

private:
    NetworkWork& work_;
    Launcher launcher_;
};

NetworkWork::NetworkWork() : impl_(std::make_unique<Impl>()) {}
NetworkWork::~NetworkWork() = default;

std::int32_t NetworkWork::make(const TlGpuProgram& program,
                               cudaStream_t stream,
                               TlGpuError* error) {
    Impl& impl = *impl_;
    std::string tried;
    impl.library = open_library("libcudnn.so.9", tried);
    if (!impl.library) {
        return fail(error, kTlGpuNoLibrary, "libcudnn.so.9: " + tried);
    }
    if (const std::string missing = impl.api.load(impl.library.get()); !missing.empty()) {
        return fail(error, kTlGpuNoLibrary, "libcudnn.so.9 lacks " + missing);
    }
    impl.steps.assign(program.steps, program.steps + program.step_count);
    impl.program = program;
    impl.program.steps = impl.steps.data();
    const std::uint64_t classes = std::uint64_t{program.images} * program.classes;
    cudaError_t code = allocate(impl.results, program.result_elements);
    code = code ? code : allocate(impl.weights, program.weight_elements);
    code = code ? code : allocate(impl.probabilities, classes);
    code = code ? code : allocate(impl.workspace, network::kWorkspaceBytes);
    code =
        code ? code
             : cudaMemsetAsync(
                   impl.results.get(), 0, program.result_elements * sizeof(network::Half), stream);
    if (code) {
        return fail(error, "take memory for the network", code);
    }
    impl.memory = {impl.results.get(), impl.weights.get(), impl.probabilities.get()};
    impl.on = {.api = &impl.api,
               .handle = nullptr,
               .stream = stream,
               .workspace = impl.workspace.get(),
               .workspace_bytes = network::kWorkspaceBytes};
    cudnnStatus_t status = impl.api.create_handle(&impl.on.handle);
    if (status == CUDNN_STATUS_SUCCESS) {
        status = impl.api.set_stream(impl.on.handle, stream);
    }
    if (status != CUDNN_STATUS_SUCCESS) {
        return fail(error, kTlGpuDeviceFailed, impl.api.words("start cuDNN", status));
    }
    Runner run(*this, stream);
    fill_weights(impl.program, impl.memory, run);
    for (std::uint32_t index = 0; index < program.step_count; ++index) {
        const TlGpuStep& step = impl.steps[index];
        if (step.kind != kTlGpuStepConvolution) {
            continue;
        }
        const network::ConvDescriptor conv = network::describe_conv(step, program.images);
        std::unique_ptr<ConvPlan>& plan = impl.plans[network::shape_key(conv)];
        std::string fault = plan ? "" : ConvPlan::make(impl.on, conv, impl.memory, plan);
        Impl::Bound& bound = impl.bound[index];
        if (fault.empty()) {
            bound.plan = plan.get();
            fault = bind_pointers(impl.on, conv, impl.memory, bound.pointers);
        }
        if (!fault.empty()) {
            return fail(error, kTlGpuUnsupported, fault);
        }
    }
    const cudaError_t filled = run.failure();
    return filled ? fail(error, "fill the network's weights", filled) : kTlGpuOk;
}

network::TensorView NetworkWork::input(const network::TensorView& /*own*/) const {
    const TlGpuTensor& tensor = impl_->steps.front().out;
    return {.data = impl_->memory.results + tensor.first,
            .channels = tensor.channels,
            .height = tensor.height,
            .width = tensor.width,
            .pixel_pitch = tensor.pixel_pitch};
}

cudaError_t NetworkWork::step(const WorkBatch& batch, cudaStream_t stream) {
    return run(batch.images, {}, stream);
}

cudaError_t NetworkWork::run(std::uint32_t images, network::StepRange range, cudaStream_t stream) {
    Runner runner(*this, stream);
    run_network(impl_->program, impl_->memory, images, runner, range);
    return runner.failure();
}

network::NetworkMemory NetworkWork::memory() const {
    return impl_->memory;
}

}  // namespace throughline::cuda

#else

namespace throughline::cuda {

struct NetworkWork::Impl {};

NetworkWork::NetworkWork() = default;
NetworkWork::~NetworkWork() = default;

std::int32_t NetworkWork::make(const TlGpuProgram& /*program*/,
                               cudaStream_t /*stream*/,
                               TlGpuError* error) {
    return fail(error, kTlGpuUnsupported, "this plug-in was built without the headers of cuDNN");
}

network::TensorView NetworkWork::input(const network::TensorView& own) const {
    return own;
}

cudaError_t NetworkWork::step(const WorkBatch& /*batch*/, cudaStream_t /*stream*/) {
    return cudaErrorNotSupported;
}

cudaError_t NetworkWork::run(std::uint32_t /*images*/,
                             network::StepRange /*range*/,
                             cudaStream_t /*stream*/) {
    return cudaErrorNotSupported;
}

network::NetworkMemory NetworkWork::memory() const {
    return {};
}

}  // namespace throughline::cuda

#endif
