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

/// What to do about an error whose name does not say it; "" = nothing of that kind.
/// Source: CUDA Runtime API, cudaError_t; NVIDIA Fabric Manager User Guide.
inline const char* advice_for(cudaError_t code) {
    switch (code) {
        case cudaErrorSystemNotReady:
            return "Start NVIDIA's fabric manager (systemctl start nvidia-fabricmanager), in the "
                   "version of the driver: boards with NVSwitch need it.";
        case cudaErrorSystemDriverMismatch:
            return "The kernel driver and the driver's libraries have different versions: restart "
                   "the machine, or install both in the same version.";
        case cudaErrorDevicesUnavailable:
            return "Another program has the GPU to itself, or its compute mode forbids programs: "
                   "nvidia-smi -q -d COMPUTE shows the mode.";
        case cudaErrorUnsupportedPtxVersion:
            return "The driver is older than the CUDA version that the plug-in was built with: "
                   "update the driver, or build the plug-in with an older CUDA.";
        default:
            return "";
    }
}

/// Whether the text of an error ends with what to do about it.
enum class Advice : std::uint8_t { Behind, Apart };

/// "cudaErrorMemoryAllocation (2): out of memory".
inline std::string words_for(cudaError_t code) {
    return std::string(cudaGetErrorName(code)) + " (" + std::to_string(static_cast<int>(code)) +
           "): " + cudaGetErrorString(code);
}

/// "copy to the device: cudaErrorMemoryAllocation (2): out of memory", and what to do. Takes the
/// error back from the runtime, which would else give it to the next call.
inline std::int32_t fail(TlGpuError* error,
                         const std::string& act,
                         cudaError_t code,
                         Advice where = Advice::Behind) {
    static_cast<void>(cudaGetLastError());
    // The runtime calls a driver that is not there one that is too old.
    int version = 0;
    if (code == cudaErrorInsufficientDriver &&
        (cudaDriverGetVersion(&version) != cudaSuccess || version == 0)) {
        return fail(error,
                    kTlGpuNoDriver,
                    act + ": there is no NVIDIA driver: install that of your distribution");
    }
    const std::string advice = where == Advice::Behind ? advice_for(code) : "";
    return fail(error,
                status_of(code),
                act + ": " + words_for(code) + (advice.empty() ? "" : ". " + advice));
}

}  // namespace throughline::cuda
