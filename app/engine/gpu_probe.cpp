// SPDX-License-Identifier: Apache-2.0
#include "app/engine/gpu_probe.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "engine/base/counted.h"
#include "engine/base/file_descriptor.h"
#include "engine/consumer/gpu_plugin.h"

namespace throughline::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSmallFileBytes = 1U << 16U;

struct CloseLibrary {
    void operator()(void* library) const noexcept { ::dlclose(library); }
};
using LoadedLibrary = std::unique_ptr<void, CloseLibrary>;

std::string last_load_error() {
    const char* const text = ::dlerror();  // NOLINT(concurrency-mt-unsafe): of this thread
    return text == nullptr ? "unknown reason" : text;
}

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

/// The few entries of the driver's library that are asked here. Its types are plain C: a result is
/// an int with 0 for success, a device is an int. Source: CUDA Driver API, cuInit() and following.
class Driver {
public:
    explicit Driver(void* library) : library_(library) {}

    int start() const { return call<int(unsigned)>("cuInit", 0U); }

    std::vector<std::string> device_names() const {
        std::vector<std::string> names;
        int count = 0;
        if (call<int(int*)>("cuDeviceGetCount", &count) != 0) {
            return names;
        }
        for (int index = 0; index < count; ++index) {
            std::array<char, 256> name{};
            int device = 0;
            if (call<int(int*, int)>("cuDeviceGet", &device, index) == 0 &&
                call<int(char*, int, int)>(
                    "cuDeviceGetName", name.data(), static_cast<int>(name.size()), device) == 0) {
                names.emplace_back(name.data());
            }
        }
        return names;
    }

    /// "CUDA_ERROR_NO_DEVICE", or the number.
    std::string error_name(int result) const {
        const char* name = nullptr;
        if (call<int(int, const char**)>("cuGetErrorName", result, &name) == 0 && name != nullptr) {
            return name;
        }
        return "error " + std::to_string(result);
    }

private:
    static constexpr int kNoSuchEntry = -1;

    template <class Signature, class... Arguments>
    int call(const char* entry, Arguments... arguments) const {
        auto* const function = reinterpret_cast<Signature*>(::dlsym(library_, entry));
        return function == nullptr ? kNoSuchEntry : function(arguments...);
    }

    void* library_;
};

GpuCheck check_driver_library(const GpuProbePlaces& places, std::vector<std::string>& names) {
    GpuCheck check{.name = "driver_library",
                   .title = "CUDA driver library " + places.driver_library,
                   .found = false,
                   .detail = {},
                   .advice =
                       "Install the driver's user-space libraries, in the version of the kernel "
                       "driver (Debian: libcuda1)."};
    const LoadedLibrary library(::dlopen(places.driver_library.c_str(), RTLD_NOW | RTLD_LOCAL));
    if (!library) {
        check.detail = last_load_error();
        return check;
    }
    const Driver driver(library.get());
    if (const int result = driver.start(); result != 0) {
        check.detail = "loaded, but cuInit reports " + driver.error_name(result);
        return check;
    }
    names = driver.device_names();
    check.found = !names.empty();
    check.detail = "loaded, " + counted(names.size(), "device");
    return check;
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

GpuCheck check_plugin(const GpuProbePlaces& places, GpuReport& report) {
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
        places.plugin_child.command = {program, "gpu", "--plugin-report"};
        places.server = {program, "gpu", "--serve"};
    }
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody changes the environment
    if (const char* const named = std::getenv("THROUGHLINE_GPU_PLUGIN")) {
        places.plugin_off = std::string_view(named) == "none";
        places.plugin_file = places.plugin_off ? "" : named;
    }
    // NOLINTNEXTLINE(concurrency-mt-unsafe): as above
    if (const char* const patience = std::getenv("THROUGHLINE_GPU_PATIENCE_MS")) {
        const long milliseconds = std::strtol(patience, nullptr, 10);
        places.plugin_child.patience = std::chrono::milliseconds(std::max(1L, milliseconds));
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
    report.checks.push_back(check_driver_library(places, report.names));
    report.checks.push_back(check_plugin(places, report));
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
                               .patience = places.plugin_child.patience,
                               .report = *std::move(report.plugin)};
}

}  // namespace throughline::app
