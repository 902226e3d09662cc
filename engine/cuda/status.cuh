// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdio>
#include <string>

#include "engine/consumer/gpu_plugin_abi.h"

namespace throughline::cuda {

inline std::int32_t fail(TlGpuError* error, TlGpuStatus status, const std::string& text) {
    std::snprintf(error->text, sizeof error->text, "%s", text.c_str());
    return status;
}

inline TlGpuStatus status_of(cudaError_t code) {
    switch (code) {
        case cudaSuccess:
            return kTlGpuOk;
        case cudaErrorInsufficientDriver:
        case cudaErrorStubLibrary:
        case cudaErrorSystemDriverMismatch:
            return kTlGpuNoDriver;
        case cudaErrorNoDevice:
        case cudaErrorInvalidDevice:
        case cudaErrorNoKernelImageForDevice:
            return kTlGpuNoDevice;
        case cudaErrorMemoryAllocation:
            return kTlGpuOutOfMemory;
        case cudaErrorInvalidValue:
            return kTlGpuInvalid;
        default:
            return kTlGpuDeviceFailed;
    }
}

/// "copy to the device: cudaErrorMemoryAllocation (2): out of memory". Takes the error back from
/// the runtime, which would else give it to the next call.
inline std::int32_t fail(TlGpuError* error, const std::string& act, cudaError_t code) {
    static_cast<void>(cudaGetLastError());
    // The runtime calls a driver that is not there one that is too old.
    int version = 0;
    if (code == cudaErrorInsufficientDriver &&
        (cudaDriverGetVersion(&version) != cudaSuccess || version == 0)) {
        return fail(error,
                    kTlGpuNoDriver,
                    act + ": there is no NVIDIA driver: install that of your distribution");
    }
    return fail(error,
                status_of(code),
                act + ": " + cudaGetErrorName(code) + " (" +
                    std::to_string(static_cast<int>(code)) + "): " + cudaGetErrorString(code));
}

}  // namespace throughline::cuda
