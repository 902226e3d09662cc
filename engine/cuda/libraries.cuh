// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <string>

#include "engine/consumer/gpu_plugin_abi.h"

namespace throughline::cuda {

constexpr const char* kCudnn = "libcudnn.so.9";
constexpr const char* kNccl = "libnccl.so.2";
constexpr const char* kManagement = "libnvidia-ml.so.1";
constexpr const char* kCufile = "libcufile.so.0";
// Of the same CUDA as the plug-in.
#if CUDART_VERSION >= 13000
constexpr const char* kNvjpeg = "libnvjpeg.so.13";
#else
constexpr const char* kNvjpeg = "libnvjpeg.so.12";
#endif

/// Looks for the libraries that are opened by name, in this order: the folders of
/// $THROUGHLINE_GPU_LIBRARIES (colons between them; each also in the layout of Python wheels), the
/// plug-in's own folder, the loader's path. Fills the report.
void find_libraries(TlGpuReport& report);

struct CloseLibrary {
    void operator()(void* library) const noexcept;
};
using OpenLibrary = std::unique_ptr<void, CloseLibrary>;

/// Opens one of them from the first of those places that has it. Null: `tried` says where it was
/// looked for, and what the loader said.
OpenLibrary open_library(const char* name, std::string& tried);

/// Opens the libraries that cuDNN consists of from its own folder, before it opens them by name:
/// then it finds these, and not those of another version in $LD_LIBRARY_PATH, which it would
/// refuse. Takes a tenth of a second. One that is not there is left to the loader.
void load_parts_of_cudnn(void* cudnn);

/// Of the driver, by its management library: "580.82.07"; "" = not to be had.
std::string driver_version();

/// Side figures of one device from the driver's management library, NaN where there are none.
class DeviceSampler {
public:
    explicit DeviceSampler(std::string pci_address);
    DeviceSampler(const DeviceSampler&) = delete;
    DeviceSampler& operator=(const DeviceSampler&) = delete;
    ~DeviceSampler();
    void fill(TlGpuSample& sample) const;
    /// Of the multiprocessors; NaN = not to be had.
    double clock_hertz() const;
    /// Of a device with `bytes`, asked without waking it; 0 = unknown.
    std::uint64_t free_bytes(std::uint64_t bytes) const;

private:
    struct Management;
    std::unique_ptr<Management> management_;  ///< null: not to be had
};

}  // namespace throughline::cuda
