// SPDX-License-Identifier: Apache-2.0
#include "app/engine/driver_report.h"

#include <dlfcn.h>

#include <array>
#include <memory>

#include "app/engine/guarded_child.h"
#include "engine/base/format.h"

namespace throughline::app {
namespace {

struct CloseLibrary {
    void operator()(void* library) const noexcept { ::dlclose(library); }
};
using LoadedLibrary = std::unique_ptr<void, CloseLibrary>;

std::string last_load_error() {
    const char* const text = ::dlerror();  // NOLINT(concurrency-mt-unsafe): of this thread
    return text == nullptr ? "unknown reason" : text;
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

/// What to do about a driver that is there and does not start. Source: CUDA Driver API, CUresult;
/// NVIDIA Fabric Manager User Guide.
std::string advice_for(int result) {
    constexpr int kNoDevice = 100;
    constexpr int kNotReady = 802;
    constexpr int kMismatch = 803;
    switch (result) {
        case kNoDevice:
            return "The driver sees no GPU: check CUDA_VISIBLE_DEVICES, and that nvidia-smi lists "
                   "the GPU; in a container, start it with access to the GPU.";
        case kNotReady:
            return "Start NVIDIA's fabric manager (systemctl start nvidia-fabricmanager), in the "
                   "version of the driver: boards with NVSwitch need it.";
        case kMismatch:
            return "The kernel driver and the driver's libraries have different versions: restart "
                   "the machine, or install both in the same version.";
        default:
            return {};
    }
}

Json report_json(const DriverReport& report) {
    return {{"problem", json_text(report.problem)},
            {"advice", report.advice},
            {"names", json_texts(report.names)}};
}

}  // namespace

Json driver_report_json(const std::string& library) {
    const LoadedLibrary loaded(::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL));
    if (!loaded) {
        return report_json(
            {.problem = last_load_error(),
             .advice = "Install the driver's user-space libraries, in the version of the kernel "
                       "driver (Debian: libcuda1).",
             .names = {}});
    }
    const Driver driver(loaded.get());
    if (const int result = driver.start(); result != 0) {
        return report_json({.problem = "loaded, but cuInit reports " + driver.error_name(result),
                            .advice = advice_for(result),
                            .names = {}});
    }
    return report_json({.problem = {}, .advice = {}, .names = driver.device_names()});
}

DriverReport driver_report_from(const std::string& json) {
    const Json document = Json::parse(json, nullptr, false);
    if (!document.is_object()) {
        return {.problem = "the process that asked it gave no answer", .advice = {}, .names = {}};
    }
    DriverReport report{.problem = document.value("problem", ""),
                        .advice = document.value("advice", ""),
                        .names = {}};
    for (const Json& name : document.value("names", Json::array())) {
        report.names.push_back(name.get<std::string>());
    }
    return report;
}

DriverReport ask_driver(const std::string& library, const ReportChild& child) {
    std::vector<std::string> command = child.command;
    command.push_back(library);
    const auto end = run_guarded(command, child.patience);
    if (!end) {
        return {.problem = describe(end.error()), .advice = {}, .names = {}};
    }
    if (const std::string fault = fault_text(*end, child.patience); !fault.empty()) {
        return {.problem = "the process that asked it " + fault,
                .advice =
                    "The driver does not work: the kernel's log (dmesg) names a GPU that "
                    "fell off the bus (NVRM, Xid); restart the machine.",
                .hung = end->timed_out,
                .names = {}};
    }
    return driver_report_from(end->out);
}

}  // namespace throughline::app
