// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace throughline::consumer {

/// What a plug-in says of the machine.
struct GpuDeviceFacts {
    std::string name{};
    std::string pci_address{};
    std::string uuid{};  ///< what CUDA_VISIBLE_DEVICES takes; "" = it has none of its own
    std::uint64_t memory_bytes = 0;
    std::uint64_t memory_free_bytes = 0;  ///< 0 = unknown
    std::uint32_t compute_major = 0;
    std::uint32_t compute_minor = 0;
    bool usable = false;
};
struct GpuLibraryFacts {
    std::string name{};
    std::string needed_for{};
    std::string version{};
    bool found = false;
    std::string detail{};  ///< from where, or why not
};
struct GpuPluginReport {
    std::string build{};
    std::string driver{};
    std::string reason{};  ///< why no device is usable; "" when one is
    std::string advice{};  ///< what to do about it; "" = the plug-in does not know
    std::vector<GpuDeviceFacts> devices{};
    std::vector<GpuLibraryFacts> libraries{};
};

}  // namespace throughline::consumer
