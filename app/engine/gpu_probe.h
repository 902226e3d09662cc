// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/engine/plugin_report.h"
#include "engine/base/result.h"
#include "engine/consumer/gpu_options.h"

namespace throughline::app {

/// Where the probe looks; tests bring their own folders.
struct GpuProbePlaces {
    std::filesystem::path dev = "/dev";
    std::filesystem::path proc = "/proc";
    std::filesystem::path sys = "/sys";
    std::string driver_library = "libcuda.so.1";
    /// The plug-in that $THROUGHLINE_GPU_PLUGIN names; then no folder is searched. "" = none named.
    std::filesystem::path plugin_file;
    bool plugin_off = false;  ///< it is "none": load nothing foreign
    /// Folders of the plug-in: beside the program, then ../lib/throughline/gpu.
    std::vector<std::filesystem::path> plugin_folders;
    ReportChild driver_child;         ///< who asks the driver: it may crash or hang
    ReportChild plugin_child;         ///< who asks the plug-in: so may that
    std::vector<std::string> server;  ///< who drives it for a measurement
    /// How long that one has: see consumer::GpuAccess.
    std::chrono::milliseconds patience = consumer::GpuAccess{}.patience;
    std::chrono::milliseconds closing_patience = consumer::GpuAccess{}.closing_patience;
};
/// The places of this machine and of the running program. Thread: while nobody changes the
/// environment.
GpuProbePlaces default_gpu_places();

/// One thing that a GPU run needs.
struct GpuCheck {
    const char* name;   ///< "hardware", "kernel_driver", "device_nodes", "driver_library", "plugin"
    std::string title;  ///< for people
    bool found = false;
    std::string detail{};   ///< what was found, or why not
    std::string advice{};   ///< what to do when it was not found; "" = nothing that would help
    bool is_there = false;  ///< something was found there, and cannot be used
};

struct GpuReport {
    std::vector<GpuCheck> checks;    ///< in the order in which they build on each other
    std::vector<std::string> names;  ///< of the GPUs, as the driver tells them
    std::string plugin_path;         ///< "" when none was found
    std::optional<consumer::GpuPluginReport> plugin;  ///< what it says, when it could be asked

    /// The plug-in has the last word: it was asked for a device that it can use.
    bool usable() const;
    /// The first check that failed: it stands in the way of those after it. Null when usable.
    const GpuCheck* obstacle() const;
};

/// Looks for an NVIDIA GPU that measurements can use, and never fails: what is missing is said.
/// Blocks: while the driver wakes a GPU, up to some seconds; for a driver or a plug-in that hangs,
/// for the child's patience.
GpuReport probe_gpu(const GpuProbePlaces& places);

/// "Plug-in throughline_cuda.so: this build has none".
std::string reason_text(const GpuCheck& obstacle);

/// How a measurement reaches the GPUs of this machine. Blocks: as probe_gpu(). Errors: Unsupported
/// with the obstacle and what to do about it.
Result<consumer::GpuAccess> find_gpu_access(const GpuProbePlaces& places);

}  // namespace throughline::app
