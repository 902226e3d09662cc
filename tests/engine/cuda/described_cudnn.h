// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

#include <array>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>

#include "engine/cuda/cudnn_api.cuh"
#include "engine/network/conv_descriptor.h"

namespace throughline::network {

/// cuDNN from the loader's path, which needs no device to build graphs and to plan.
struct Cudnn {
    std::unique_ptr<void, int (*)(void*)> library{::dlopen("libcudnn.so.9", RTLD_NOW | RTLD_LOCAL),
                                                  &::dlclose};
    cuda::CudnnApi api;

    bool is_there() { return library && api.load(library.get()).empty(); }
};

inline constexpr std::array kPasses{
    ConvPass::Forward, ConvPass::DataGradient, ConvPass::WeightGradient};

/// A pass of a convolution with nothing fused to it, as training runs it.
inline ConvDescriptor bare(ConvDescriptor conv, ConvPass pass) {
    conv.pass = pass;
    conv.has_bias = false;
    conv.residual.reset();
    conv.relu = false;
    return conv;
}

/// A generation of devices, by compute capability times 100.
struct DescribedDevice {
    int compute;
    int multiprocessors;
    int threads_per_multiprocessor;
    int blocks_per_multiprocessor;
    int shared_memory_bytes;  ///< most of a block
    std::int64_t l2_bytes;
    std::int64_t memory_bytes;
};

/// As the names of tests show it.
inline void PrintTo(const DescribedDevice& device, std::ostream* out) {
    *out << device.compute;
}

/// T4, A100 80 GB, A10, L4, H200 (as cuDNN 9.19 described one), B200, RTX 5090.
/// Source: CUDA C++ programming guide, technical specifications by compute capability; NVIDIA's
///         data sheets and architecture papers of these cards.
inline constexpr std::array kDevices{
    DescribedDevice{750, 40, 1024, 16, 65536, 4 << 20, INT64_C(15) << 30},
    DescribedDevice{800, 108, 2048, 32, 166912, 40 << 20, INT64_C(79) << 30},
    DescribedDevice{860, 72, 1536, 16, 101376, 6 << 20, INT64_C(22) << 30},
    DescribedDevice{890, 58, 1536, 24, 101376, 48 << 20, INT64_C(22) << 30},
    DescribedDevice{900, 132, 2048, 32, 232448, 60 << 20, 150109880320},
    DescribedDevice{1000, 148, 2048, 32, 232448, 126 << 20, INT64_C(178) << 30},
    DescribedDevice{1200, 170, 1536, 24, 101376, 96 << 20, INT64_C(31) << 30},
};

/// A device as cuDNN 9.19 writes it down.
inline std::string device_json(const DescribedDevice& device) {
    const auto number = [](const char* name, std::int64_t value) {
        return ",\"" + std::string(name) + "\":" + std::to_string(value);
    };
    return R"({"cudaDeviceId":0,"deviceName":"described")" + number("deviceVer", device.compute) +
           R"(,"driverVer":13000,"maxGridSize":[2147483647,65535,65535],
              "maxBlockSize":[1024,1024,64],"regsPerBlock":65536)" +
           number("multiProcessorCount", device.multiprocessors) +
           R"(,"warpSize":32,"maxSharedMemoryPerBlock":49152)" +
           number("maxSharedMemoryPerBlockOptin", device.shared_memory_bytes) +
           R"(,"reservedSharedMemoryPerBlock":1024,"maxRegistersPerSM":65536)" +
           number("maxCtasPerSM", device.blocks_per_multiprocessor) +
           R"(,"maxThreadsPerBlock":1024)" +
           number("maxThreadsPerSM", device.threads_per_multiprocessor) +
           R"(,"pciDeviceId":0,"isTccDriver":0,"supportCoopLaunch":1,"smClockRateKHz":1980000,
              "memClockRateKHz":3201000)" +
           number("l2CacheSize", device.l2_bytes) + number("totalGlobalMem", device.memory_bytes) +
           "}";
}

}  // namespace throughline::network
