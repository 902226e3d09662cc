// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "engine/cuda/libraries.cuh"

namespace throughline::cuda {
namespace {

struct Wanted {
    const char* name;
    const char* needed_for;
    const char* wheel_folder;      ///< below a folder of Python packages
    const char* version_function;  ///< size_t(void), or null
    bool reported = true;          ///< to the user: a run may need it
};
#if CUDART_VERSION >= 13000
constexpr const char* kNvjpegWheel = "nvidia/cu13/lib";
constexpr const char* kCufileWheel = "nvidia/cu13/lib";
#else
constexpr const char* kNvjpegWheel = "nvidia/nvjpeg/lib";
constexpr const char* kCufileWheel = "nvidia/cufile/lib";
#endif
constexpr std::array kWanted{
    Wanted{kCudnn, "networks", "nvidia/cudnn/lib", "cudnnGetVersion"},
    Wanted{kNccl, "training on several GPUs", "nvidia/nccl/lib", nullptr},
    Wanted{kManagement, "utilisation, power, clocks", "", nullptr},
    Wanted{kNvjpeg, TL_GPU_DECODER_NEEDED_FOR, kNvjpegWheel, nullptr},
    Wanted{kCufile, "", kCufileWheel, nullptr, false},
};

std::string folder_of_plugin() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(&find_libraries), &info) == 0 || info.dli_fname == nullptr) {
        return {};
    }
    const std::string path = info.dli_fname;
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "" : path.substr(0, slash);
}

/// Paths to try, in order; the bare name lets the loader search.
std::vector<std::string> places_of(const Wanted& wanted) {
    std::vector<std::string> places;
    const char* const named = std::getenv("THROUGHLINE_GPU_LIBRARIES");
    std::string folders = named == nullptr ? "" : named;
    while (!folders.empty()) {
        const std::size_t colon = std::min(folders.find(':'), folders.size());
        const std::string folder = folders.substr(0, colon);
        folders.erase(0, colon + 1);
        places.push_back(folder + "/" + wanted.name);
        if (wanted.wheel_folder[0] != '\0') {
            places.push_back(folder + "/" + wanted.wheel_folder + "/" + wanted.name);
        }
    }
    if (const std::string own = folder_of_plugin(); !own.empty()) {
        places.push_back(own + "/" + wanted.name);
    }
    places.emplace_back(wanted.name);
    return places;
}

/// Where the loader really took a library from.
std::string origin_of(void* library, const std::string& asked) {
    std::array<char, 4096> origin{};
    return dlinfo(library, RTLD_DI_ORIGIN, origin.data()) == 0 ? std::string(origin.data()) : asked;
}

/// NVRTC, which cuDNN compiles kernels with, looks for its built-in functions in the loader's path
/// only; where Python packages hold the libraries they are not there. What is loaded already is
/// found by its name. Source: reports of "failed to open libnvrtc-builtins.so", e.g. flagos-ai/
/// Torch-FL pull request 358.
void load_builtins_beside(void* cudnn) {
    namespace fs = std::filesystem;
    const fs::path packages = fs::path(origin_of(cudnn, ".")) / "../..";
    for (const char* folder : {"cuda_nvrtc/lib", "cu13/lib"}) {
        std::error_code error;
        for (fs::directory_iterator it(packages / folder, error), end; !error && it != end;
             it.increment(error)) {
            if (it->path().filename().string().starts_with("libnvrtc-builtins.so")) {
                static_cast<void>(dlopen(it->path().c_str(), RTLD_NOW | RTLD_NODELETE));
            }
        }
    }
}

/// In the order in which they need each other.
constexpr std::array kCudnnParts{
    "graph", "ops", "cnn", "heuristic", "engines_precompiled", "engines_runtime_compiled"};

template <std::size_t N>
void put(char (&into)[N], const std::string& text) {
    std::snprintf(into, N, "%s", text.c_str());
}

void look_for(const Wanted& wanted, TlGpuLibrary& entry) {
    put(entry.name, wanted.name);
    put(entry.needed_for, wanted.needed_for);
    std::string tried;
    const OpenLibrary library = open_library(wanted.name, tried);
    if (!library) {
        put(entry.reason, tried);
        return;
    }
    entry.found = 1;
    put(entry.path, origin_of(library.get(), wanted.name));
    if (wanted.version_function != nullptr) {
        if (void* const found = dlsym(library.get(), wanted.version_function)) {
            put(entry.version, std::to_string(reinterpret_cast<std::size_t (*)()>(found)()));
        }
    }
}

}  // namespace

void CloseLibrary::operator()(void* library) const noexcept {
    dlclose(library);
}

OpenLibrary open_library(const char* name, std::string& tried) {
    for (const Wanted& wanted : kWanted) {
        if (std::string(wanted.name) != name) {
            continue;
        }
        for (const std::string& place : places_of(wanted)) {
            // cuDNN is not made to be unloaded and loaded again: it stays once it is there.
            OpenLibrary library(dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE));
            if (library) {
                if (std::string_view(name) == kCudnn) {
                    load_builtins_beside(library.get());
                }
                return library;
            }
            const char* const why = dlerror();
            tried += (tried.empty() ? "" : "; ") + std::string(why == nullptr ? place : why);
        }
    }
    return {};
}

void load_parts_of_cudnn(void* cudnn) {
    const std::string folder = origin_of(cudnn, ".");
    for (const char* part : kCudnnParts) {
        const std::string path = folder + "/libcudnn_" + part + ".so.9";
        static_cast<void>(dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE));
    }
}

void find_libraries(TlGpuReport& report) {
    static_assert(kWanted.size() <= kTlGpuLibrariesMax);
    for (const Wanted& wanted : kWanted) {
        if (wanted.reported) {
            look_for(wanted, report.libraries[report.library_count++]);
        }
    }
}

std::string driver_version() {
    std::string tried;
    const OpenLibrary library = open_library(kManagement, tried);
    const auto function = [&](const char* name) {
        return library ? dlsym(library.get(), name) : nullptr;
    };
    auto* const start = reinterpret_cast<int (*)()>(function("nvmlInit_v2"));
    auto* const ask =
        reinterpret_cast<int (*)(char*, unsigned)>(function("nvmlSystemGetDriverVersion"));
    auto* const end = reinterpret_cast<int (*)()>(function("nvmlShutdown"));
    char version[80] = "";  // NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE
    if (start == nullptr || ask == nullptr || end == nullptr || start() != 0) {
        return {};
    }
    const bool told = ask(version, sizeof version) == 0;
    end();
    return told ? version : "";
}

/// Its few functions, with own prototypes: a result is an int with 0 for success, a device a
/// pointer. Source: NVML API reference.
struct DeviceSampler::Management {
    OpenLibrary library;
    void* device = nullptr;

    template <class Signature, class... Arguments>
    bool call(const char* name, Arguments... arguments) const {
        auto* const function = reinterpret_cast<Signature*>(dlsym(library.get(), name));
        return function != nullptr && function(arguments...) == 0;
    }
};

DeviceSampler::DeviceSampler(std::string pci_address) {
    auto management = std::make_unique<Management>();
    std::string tried;
    management->library = open_library(kManagement, tried);
    if (management->library && management->call<int()>("nvmlInit_v2")) {
        management_ = std::move(management);
        if (!management_->call<int(const char*, void**)>(
                "nvmlDeviceGetHandleByPciBusId_v2", pci_address.c_str(), &management_->device)) {
            management_->device = nullptr;
        }
    }
}

DeviceSampler::~DeviceSampler() {
    if (management_) {
        management_->call<int()>("nvmlShutdown");
    }
}

void DeviceSampler::fill(TlGpuSample& sample) const {
    sample.utilisation_percent = NAN;
    sample.power_watts = NAN;
    sample.clock_hertz = clock_hertz();
    sample.temperature_celsius = NAN;
    if (!management_ || management_->device == nullptr) {
        return;
    }
    constexpr int kChipSensor = 0;
    struct {
        unsigned gpu;
        unsigned memory;
    } shares{};
    unsigned number = 0;
    void* const device = management_->device;
    if (management_->call<int(void*, void*)>("nvmlDeviceGetUtilizationRates", device, &shares)) {
        sample.utilisation_percent = shares.gpu;
    }
    if (management_->call<int(void*, unsigned*)>("nvmlDeviceGetPowerUsage", device, &number)) {
        sample.power_watts = number * 1e-3;
    }
    if (management_->call<int(void*, int, unsigned*)>(
            "nvmlDeviceGetTemperature", device, kChipSensor, &number)) {
        sample.temperature_celsius = number;
    }
}

double DeviceSampler::clock_hertz() const {
    constexpr int kMultiprocessorClock = 1;
    unsigned megahertz = 0;
    const bool told =
        management_ && management_->device != nullptr &&
        management_->call<int(void*, int, unsigned*)>(
            "nvmlDeviceGetClockInfo", management_->device, kMultiprocessorClock, &megahertz);
    return told ? megahertz * 1e6 : NAN;
}

std::uint64_t DeviceSampler::free_bytes(std::uint64_t bytes) const {
    struct {
        unsigned long long all;
        unsigned long long free;
        unsigned long long used;
    } memory{};
    const bool told = management_ && management_->device != nullptr &&
                      management_->call<int(void*, void*)>(
                          "nvmlDeviceGetMemoryInfo", management_->device, &memory);
    // An address names a whole board: what is free of it says nothing of a MIG instance on it.
    const bool is_whole = memory.all <= bytes + bytes / 8;
    return told && is_whole ? memory.free : 0;
}

}  // namespace throughline::cuda
