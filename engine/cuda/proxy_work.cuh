// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cuda/program_work.cuh"

namespace throughline::cuda {

/// The stand-in of a network, without any library: see network/proxy.h.
class ProxyWork final : public ProgramWork {
public:
    cudaError_t make(const TlGpuProgram& program, cudaStream_t stream) {
        return take(program, stream);
    }
    cudaError_t run(std::uint32_t images, network::StepRange range, cudaStream_t stream) override;
};

}  // namespace throughline::cuda
