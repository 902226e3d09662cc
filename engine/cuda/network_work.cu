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
    DeviceMemory<std::uint8_t> workspace;
    std::map<std::string, std::unique_ptr<ConvPlan>> plans;  ///< by shape
    std::map<std::uint32_t, Bound> bound;                    ///< by number of the step
};

/// The launcher of network_steps.h.
class NetworkWork::Runner : public Launcher {
public:
    Runner(NetworkWork& work, cudaStream_t stream) : Launcher(stream), work_(work) {}

    void convolve(std::uint32_t index,
                  const TlGpuStep& /*step*/,
                  const network::NetworkMemory& /*memory*/) {
        const Impl& impl = *work_.impl_;
        const Impl::Bound& bound = impl.bound.at(index);
        if (std::string fault = bound.plan->run(impl.on, bound.pointers); !fault.empty()) {
            work_.failure_ = std::move(fault);
        }
    }
    cudaError_t result() const {
        return failure() == cudaSuccess && !work_.failure_.empty() ? cudaErrorUnknown : failure();
    }

private:
    NetworkWork& work_;
};

NetworkWork::NetworkWork() : impl_(std::make_unique<Impl>()) {}
NetworkWork::~NetworkWork() = default;

std::int32_t NetworkWork::make(const TlGpuProgram& program,
                               bool trial,
                               cudaStream_t stream,
                               TlGpuError* error) {
    Impl& impl = *impl_;
    std::string tried;
    impl.library = open_library(kCudnn, tried);
    if (!impl.library) {
        return fail(error, kTlGpuNoLibrary, std::string(kCudnn) + ": " + tried);
    }
    if (const std::string missing = impl.api.load(impl.library.get()); !missing.empty()) {
        return fail(error, kTlGpuNoLibrary, std::string(kCudnn) + " lacks " + missing);
    }
    cudaError_t code = take(program, stream);
    code = code ? code : allocate(impl.workspace, network::kWorkspaceBytes);
    if (code) {
        return fail(error, "allocate memory for the network", code);
    }
    if (trial) {
        return kTlGpuOk;
    }
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
        const bool full = status == CUDNN_STATUS_ALLOC_FAILED;
        return fail(error,
                    full ? kTlGpuOutOfMemory : kTlGpuDeviceFailed,
                    impl.api.words("start cuDNN", status));
    }
    for (std::uint32_t index = 0; index < program.step_count; ++index) {
        const TlGpuStep& step = program.steps[index];
        if (!network::is_conv(step)) {
            continue;
        }
        const network::ConvDescriptor conv = network::describe_conv(step, program.images);
        std::unique_ptr<ConvPlan>& plan = impl.plans[network::shape_key(conv)];
        std::string fault = plan ? "" : ConvPlan::make(impl.on, conv, memory(), plan);
        Impl::Bound& bound = impl.bound[index];
        if (fault.empty()) {
            bound.plan = plan.get();
            fault = bind_pointers(impl.on, pointers_of(conv, memory()), bound.pointers);
        }
        if (!fault.empty()) {
            // After a fault of the device no engine runs: cuDNN is not what lacks one.
            code = cudaStreamSynchronize(stream);
            return code ? fail(error, "try out cuDNN's engines", code)
                        : fail(error, kTlGpuUnsupported, fault);
        }
    }
    return kTlGpuOk;
}

cudaError_t NetworkWork::run(std::uint32_t images, network::StepRange range, cudaStream_t stream) {
    failure_.clear();  // of a capture that was given up
    Runner runner(*this, stream);
    run_network(program(), memory(), images, runner, range);
    return runner.result();
}

}  // namespace throughline::cuda

#else

namespace throughline::cuda {

struct NetworkWork::Impl {};

NetworkWork::NetworkWork() = default;
NetworkWork::~NetworkWork() = default;

std::int32_t NetworkWork::make(const TlGpuProgram& /*program*/,
                               bool /*trial*/,
                               cudaStream_t /*stream*/,
                               TlGpuError* error) {
    return fail(error, kTlGpuUnsupported, "this plug-in was built without the headers of cuDNN");
}

cudaError_t NetworkWork::run(std::uint32_t /*images*/,
                             network::StepRange /*range*/,
                             cudaStream_t /*stream*/) {
    return cudaErrorNotSupported;
}

}  // namespace throughline::cuda

#endif
