// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/proxy_kernel.cuh"
#include "engine/cuda/proxy_work.cuh"

namespace throughline::cuda {
namespace {

/// The launcher of network_steps.h.
class ProxyRunner : public Launcher {
public:
    ProxyRunner(std::uint32_t images, cudaStream_t stream)
        : Launcher(stream), images_(images), stream_(stream) {}

    void convolve(std::uint32_t /*index*/,
                  const TlGpuStep& step,
                  const network::NetworkMemory& memory) {
        const cudaError_t code =
            launch_proxy(network::proxy_product(step, images_, memory), stream_);
        failure_ = failure_ == cudaSuccess ? code : failure_;
    }
    cudaError_t result() const { return failure_ == cudaSuccess ? failure() : failure_; }

private:
    std::uint32_t images_;
    cudaStream_t stream_;
    cudaError_t failure_ = cudaSuccess;
};

}  // namespace

cudaError_t ProxyWork::run(std::uint32_t images, network::StepRange range, cudaStream_t stream) {
    // Whole batches, as the network does: a smaller one takes as long.
    ProxyRunner runner(program().images, stream);
    run_network(program(), memory(), images, runner, range);
    return runner.result();
}

}  // namespace throughline::cuda
