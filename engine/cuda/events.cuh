// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <memory>

namespace throughline::cuda {

struct DestroyEvent {
    using pointer = cudaEvent_t;
    void operator()(cudaEvent_t event) const noexcept {
        static_cast<void>(cudaEventDestroy(event));
    }
};
using Event = std::unique_ptr<cudaEvent_t, DestroyEvent>;

struct DestroyStream {
    using pointer = cudaStream_t;
    void operator()(cudaStream_t stream) const noexcept {
        static_cast<void>(cudaStreamDestroy(stream));
    }
};
using Stream = std::unique_ptr<cudaStream_t, DestroyStream>;

inline cudaError_t make_event(Event& event) {
    cudaEvent_t raw = nullptr;
    const cudaError_t code = cudaEventCreate(&raw);
    event.reset(raw);
    return code;
}

inline cudaError_t make_stream(Stream& stream) {
    cudaStream_t raw = nullptr;
    const cudaError_t code = cudaStreamCreateWithFlags(&raw, cudaStreamNonBlocking);
    stream.reset(raw);
    return code;
}

/// Blocks: not; both have to be over.
inline cudaError_t seconds_between(const Event& begin, const Event& end, double& seconds) {
    float milliseconds = 0.0F;
    const cudaError_t code = cudaEventElapsedTime(&milliseconds, begin.get(), end.get());
    seconds = milliseconds * 1e-3;
    return code;
}

}  // namespace throughline::cuda
