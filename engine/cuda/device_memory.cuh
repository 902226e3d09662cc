// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>

namespace throughline::cuda {

struct FreeOnDevice {
    void operator()(void* memory) const noexcept { static_cast<void>(cudaFree(memory)); }
};
/// Memory of the current device.
template <class T>
using DeviceMemory = std::unique_ptr<T, FreeOnDevice>;

struct FreePinned {
    void operator()(void* memory) const noexcept { static_cast<void>(cudaFreeHost(memory)); }
};
/// Page-locked memory of the host, where results come to.
template <class T>
using PinnedMemory = std::unique_ptr<T, FreePinned>;

template <class T>
cudaError_t allocate(DeviceMemory<T>& memory, std::uint64_t count) {
    void* raw = nullptr;
    const cudaError_t code = cudaMalloc(&raw, count * sizeof(T));
    memory.reset(static_cast<T*>(raw));
    return code;
}

template <class T>
cudaError_t allocate(PinnedMemory<T>& memory, std::uint64_t count) {
    void* raw = nullptr;
    const cudaError_t code = cudaMallocHost(&raw, count * sizeof(T));
    memory.reset(static_cast<T*>(raw));
    return code;
}

}  // namespace throughline::cuda
