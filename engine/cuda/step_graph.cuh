// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <memory>

namespace throughline::cuda {

struct DestroyGraph {
    using pointer = cudaGraph_t;
    void operator()(cudaGraph_t graph) const noexcept {
        static_cast<void>(cudaGraphDestroy(graph));
    }
};
struct DestroyGraphExec {
    using pointer = cudaGraphExec_t;
    void operator()(cudaGraphExec_t graph) const noexcept {
        static_cast<void>(cudaGraphExecDestroy(graph));
    }
};

/// What was launched on a stream once, to be launched again by one call: the host then spends
/// microseconds on a step of hundreds of kernels, which else would wait for it.
class StepGraph {
public:
    bool made() const noexcept { return exec_ != nullptr; }

    /// Captures what `launch` launches on the stream, without running it. Errors: of what cannot be
    /// captured; the stream goes on as if nothing had been asked. Assumes: each kernel was launched
    /// before, since loading one is among what cannot.
    template <class Launch>
    cudaError_t capture(cudaStream_t stream, Launch launch) {
        // Of this thread only: another asks for side figures meanwhile.
        cudaError_t code = cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
        if (code) {
            return forget(code);
        }
        const cudaError_t launched = launch();
        cudaGraph_t raw = nullptr;
        const cudaError_t ended = cudaStreamEndCapture(stream, &raw);
        const std::unique_ptr<cudaGraph_t, DestroyGraph> graph(raw);
        cudaGraphExec_t exec = nullptr;
        code = launched ? launched : ended;
        code = code ? code : cudaGraphInstantiate(&exec, raw, 0);
        exec_.reset(code ? nullptr : exec);
        return forget(code);
    }

    cudaError_t replay(cudaStream_t stream) const { return cudaGraphLaunch(exec_.get(), stream); }

private:
    /// The runtime would else give it to the next launch.
    static cudaError_t forget(cudaError_t code) {
        static_cast<void>(cudaGetLastError());
        return code;
    }

    std::unique_ptr<cudaGraphExec_t, DestroyGraphExec> exec_;
};

}  // namespace throughline::cuda
