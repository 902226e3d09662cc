// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "engine/cuda/launcher.cuh"
#include "engine/cuda/network_work.cuh"
#include "engine/cuda/status.cuh"

#ifdef THROUGHLINE_WITH_CUDNN

#include "engine/cuda/conv_plans.cuh"

namespace throughline::cuda {

struct NetworkWork::Impl {
    ConvPlans convolutions;
};

/// The launcher of network_steps.h.
class NetworkWork::Runner : public Launcher {
public:
    Runner(NetworkWork& work, cudaStream_t stream) : Launcher(stream), work_(work) {}

    void convolve(std::uint32_t index,
                  const TlGpuStep& /*step*/,
                  const network::NetworkMemory& /*memory*/) {
        if (std::string fault = work_.impl_->convolutions.run(index); !fault.empty()) {
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
    if (const std::int32_t status = impl_->convolutions.open(program, error)) {
        return status;
    }
    if (const cudaError_t code = take(program, stream)) {
        return fail(error, "allocate memory for the network", code);
    }
    return trial ? kTlGpuOk : impl_->convolutions.make(program, memory(), stream, error);
}

const ConvPlans* NetworkWork::convolutions() const noexcept {
    return &impl_->convolutions;
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

const ConvPlans* NetworkWork::convolutions() const noexcept {
    return nullptr;
}

cudaError_t NetworkWork::run(std::uint32_t /*images*/,
                             network::StepRange /*range*/,
                             cudaStream_t /*stream*/) {
    return cudaErrorNotSupported;
}

}  // namespace throughline::cuda

#endif
