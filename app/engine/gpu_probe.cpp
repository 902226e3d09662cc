// SPDX-License-Identifier: Apache-2.0
#include "app/engine/gpu_probe.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/engine/driver_report.h"
#include "engine/base/counted.h"
#include "engine/base/environment.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/text.h"
#include "engine/consumer/gpu_plugin.h"

namespace throughline::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSmallFileBytes = 1U << 16U;

std::string read_line(const fs::path& path) {
    const auto text = read_whole_file(path, kSmallFileBytes);
    return text ? text->substr(0, text->find('\n')) : std::string();
}

std::vector<fs::path> entries(const fs::path& folder) {
    std::vector<fs::path> paths;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        paths.push_back(it->path());
    }
    std::ranges::sort(paths);
    return paths;
}

/// PCI display and 3D controllers (class 0x03) of vendor 0x10de, whether or not a driver is there.
/// Source: PCI Code and ID Assignment Specification; sysfs-bus-pci of the kernel.
GpuCheck check_hardware(const GpuProbePlaces& places) {
    std::size_t count = 0;
    for (const fs::path& device : entries(places.sys / "bus/pci/devices")) {
        if (read_line(device / "vendor") == "0x10de" &&
            read_line(device / "class").starts_with("0x03")) {
            ++count;
        }
    }
    return {.name = "hardware",
            .title = "NVIDIA GPU on the PCI bus",
            .found = count > 0,
            .detail = count > 0 ? counted(count, "device") : "no NVIDIA device is listed",
            .advice = "Measure with consumer.kind=null or paced: neither needs a GPU."};
}

GpuCheck check_kernel_driver(const GpuProbePlaces& places) {
    const std::string version = read_line(places.proc / "driver/nvidia/version");
    return {.name = "kernel_driver",
            .title = "NVIDIA kernel driver",
            .found = !version.empty(),
            .detail = version.empty() ? "there is no /proc/driver/nvidia/version" : version,
            .advice = "Install the NVIDIA driver of your distribution and restart."};
}

GpuCheck check_device_nodes(const GpuProbePlaces& places) {
    std::size_t count = 0;
    for (const fs::path& node : entries(places.dev)) {
        const std::string name = node.filename();
        constexpr std::string_view kPrefix = "nvidia";
        if (name.starts_with(kPrefix) && name.size() > kPrefix.size() &&
            name.find_first_not_of("0123456789", kPrefix.size()) == std::string::npos) {
            ++count;
        }
    }
    return {.name = "device_nodes",
            .title = "Device nodes /dev/nvidia0 \u2026",
            .found = count > 0,
            .detail = count > 0 ? counted(count, "node") : "none",
            .advice =
                "In a container, start it with access to the GPU; elsewhere, run nvidia-modprobe."};
}

GpuCheck check_driver_library(const GpuProbePlaces& places, DriverReport& report) {
    report = ask_driver(places.driver_library, places.driver_child);
    const bool sees = report.problem.empty() && !report.names.empty();
    std::string advice = report.advice;
    if (!sees && advice.empty()) {
        advice =
            "Check with nvidia-smi that the driver works; the version of its user-space libraries "
            "must be that of the kernel driver.";
    }
    return {.name = "driver_library",
            .title = "CUDA driver library " + places.driver_library,
            .found = sees,
            .detail = report.problem.empty() ? "loaded, " + counted(report.names.size(), "device")
                                             : report.problem,
            .advice = std::move(advice)};
}

/// Where the plug-in is: the file that was named, or the first there is in the folders; "" = none.
fs::path plugin_path(const GpuProbePlaces& places) {
    if (!places.plugin_file.empty()) {
        return places.plugin_file;
    }
    for (const fs::path& folder : places.plugin_folders) {
        std::error_code error;
        if (fs::exists(folder / consumer::kGpuPluginFile, error)) {
            return folder / consumer::kGpuPluginFile;
        }
    }
    return {};
}

std::string plugin_advice(ErrorCode code) {
    switch (code) {
        case ErrorCode::NotFound:
            return "Set THROUGHLINE_GPU_PLUGIN to the plug-in's file, or unset it.";
        case ErrorCode::Format:
            return std::string("The file is another library: set THROUGHLINE_GPU_PLUGIN to a ") +
                   consumer::kGpuPluginFile + ", or unset it.";
        case ErrorCode::Version:
            return "Program and plug-in do not match: install both from the same build.";
        case ErrorCode::Internal:
            return "The plug-in failed while looking for GPUs; measurements with other consumers "
                   "are not affected. Update the driver, or build the plug-in again.";
        default:
            return "The plug-in is there but cannot be loaded: build it again on this machine.";
    }
}

/// A card between the P100 and the V100, which CUDA 13 no longer has code for.
bool needs_cuda_12(const consumer::GpuDeviceFacts& device) {
    const std::uint32_t compute = 10 * device.compute_major + device.compute_minor;
    return !device.usable && compute >= 60 && compute < 75;
}

/// What to do about a plug-in that was asked and can use no device.
std::string unusable_advice(const consumer::GpuPluginReport& report) {
    if (!report.advice.empty()) {
        return report.advice;
    }
    if (std::ranges::any_of(report.devices, needs_cuda_12)) {
        return "CUDA 13 dropped GPUs before compute capability 7.5, such as V100 and P100: build "
               "the plug-in with CUDA 12. Networks need a cuDNN that still supports them, such as "
               "9.10.2 for CUDA 12, and have never been run on such a GPU.";
    }
    if (!report.devices.empty()) {
        return "Check with nvidia-smi that the GPU responds and is not held by another program; "
               "GPUs older than those that the plug-in was built for cannot be measured.";
    }
    return report.driver.empty() ? "Install the NVIDIA driver, or make it available in the "
                                   "container; then nvidia-smi must list the GPU."
                                 : "Update the driver to one that supports the plug-in's CUDA "
                                   "version; then nvidia-smi must list the GPU.";
}

GpuCheck check_plugin(const GpuProbePlaces& places, bool driver_hangs, GpuReport& report) {
    GpuCheck check{.name = "plugin",
                   .title = std::string("Plug-in ") + consumer::kGpuPluginFile,
                   .found = false,
                   .detail = "this build has none",
                   .advice =
                       "Build Throughline where the CUDA toolkit is installed; the plug-in "
                       "belongs beside the program or in ../lib/throughline/gpu."};
    report.plugin_path = plugin_path(places);
    if (report.plugin_path.empty()) {
        return check;
    }
    std::error_code ignored;
    check.is_there = fs::exists(report.plugin_path, ignored);
    if (driver_hangs) {
        check.detail = "not asked, because the driver does not answer";
        check.advice.clear();
        return check;
    }
    auto answer = ask_plugin(report.plugin_path, places.plugin_child);
    if (!answer) {
        check.detail = answer.error().what;
        check.advice = plugin_advice(answer.error().code);
        return check;
    }
    report.plugin = *std::move(answer);
    check.found = report.plugin->reason.empty();
    check.detail = report.plugin_path + ", " + report.plugin->build;
    if (!check.found) {
        check.advice = unusable_advice(*report.plugin);
        check.detail += ": " + report.plugin->reason;
    }
    return check;
}

}  // namespace

GpuProbePlaces default_gpu_places() {
    GpuProbePlaces places;
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (!error) {
        const fs::path folder = program.parent_path();
        places.plugin_folders = {folder, folder.parent_path() / "lib/throughline/gpu"};
        places.driver_child.command = {program, "gpu", "--driver-report"};
        places.plugin_child.command = {program, "gpu", "--plugin-report"};
        places.server = {program, "gpu", "--serve"};
    }
    if (const auto named = environment_variable("THROUGHLINE_GPU_PLUGIN"); !named.empty()) {
        places.plugin_off = named == "none";
        places.plugin_file = places.plugin_off ? "" : named;
    }
    if (const auto patience =
            number_in<long>(environment_variable("THROUGHLINE_GPU_PATIENCE_MS"))) {
        const std::chrono::milliseconds set(std::max(1L, *patience));
        places.driver_child.patience = places.plugin_child.patience = set;
        places.patience = places.closing_patience = set;
    }
    return places;
}

bool GpuReport::usable() const {
    return plugin && plugin->reason.empty();
}

const GpuCheck* GpuReport::obstacle() const {
    if (usable()) {
        return nullptr;
    }
    const auto missing = std::ranges::find_if(checks, [](const GpuCheck& c) { return !c.found; });
    return missing == checks.end() ? nullptr : &*missing;
}

GpuReport probe_gpu(const GpuProbePlaces& places) {
    GpuReport report;
    if (places.plugin_off) {
        report.checks.push_back({.name = "plugin",
                                 .title = "GPU plug-in",
                                 .detail = "left out, because THROUGHLINE_GPU_PLUGIN is 'none'",
                                 .advice = "Unset it, or start the window without --safe-mode."});
        return report;
    }
    report.checks.push_back(check_hardware(places));
    report.checks.push_back(check_kernel_driver(places));
    report.checks.push_back(check_device_nodes(places));
    DriverReport driver;
    report.checks.push_back(check_driver_library(places, driver));
    report.checks.push_back(check_plugin(places, driver.hung, report));
    report.names = std::move(driver.names);
    GpuCheck& hardware = report.checks.front();
    if (!report.names.empty() && !hardware.found) {  // virtual machines may show no PCI bus
        hardware.found = true;
        hardware.detail =
            "not listed, but the driver has " + counted(report.names.size(), "device");
    }
    if (!hardware.found) {
        // A driver or a plug-in makes no card: nothing of it is worth doing.
        std::for_each(report.checks.begin() + 1, report.checks.end(), [](GpuCheck& check) {
            check.advice.clear();
        });
    }
    return report;
}

std::string reason_text(const GpuCheck& obstacle) {
    return obstacle.title + ": " + obstacle.detail;
}

Result<consumer::GpuAccess> find_gpu_access(const GpuProbePlaces& places) {
    GpuReport report = probe_gpu(places);
    if (const GpuCheck* const obstacle = report.obstacle()) {
        return Error{.code = ErrorCode::Unsupported,
                     .what = "consumer.kind=gpu: no GPU can be measured: " +
                             reason_text(*obstacle) + ". " + obstacle->advice};
    }
    return consumer::GpuAccess{.plugin = std::move(report.plugin_path),
                               .command = places.server,
                               .patience = places.patience,
                               .waking_patience = places.plugin_child.patience,
                               .closing_patience = places.closing_patience,
                               .report = *std::move(report.plugin)};
}

}  // namespace throughline::app
