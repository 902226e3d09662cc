// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/gpu_watch.h"

#include <dlfcn.h>

#include <array>
#include <chrono>
#include <condition_variable>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/base/say.h"

namespace throughline::observe {
namespace gpu_parts {  // a member of GpuWatch::Shared may not be of an unnamed namespace

/// A mean of what was told.
class LoadMean {
public:
    void add(double value) {
        sum_ += value;
        ++count_;
    }
    std::optional<double> value() const {
        return count_ == 0 ? std::nullopt : std::optional(sum_ / count_);
    }

private:
    double sum_ = 0.0;
    int count_ = 0;
};

struct LoadMeans {
    LoadMean utilisation;
    LoadMean link_share;
    LoadMean power_w;
    LoadMean clock_hz;
};

}  // namespace gpu_parts

namespace {

using gpu_parts::LoadMean;
using gpu_parts::LoadMeans;

constexpr const char* kLibrary = "libnvidia-ml.so.1";
constexpr std::chrono::milliseconds kEvery{250};

/// Its few functions, with own prototypes: a result is an int with 0 for success, a device a
/// pointer.
class Management {
public:
    /// "" where it is ready.
    std::string open() {
        library_ = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
        if (library_ == nullptr) {
            return say_english("the driver's library %1 was not found", kLibrary);
        }
        return call<int()>("nvmlInit_v2")
                   ? std::string()
                   : say_english("the driver's library %1 does not start", kLibrary);
    }

    /// By minor number.
    std::map<int, void*> devices() const {
        std::map<int, void*> found;
        unsigned count = 0;
        call<int(unsigned*)>("nvmlDeviceGetCount_v2", &count);
        for (unsigned i = 0; i < count; ++i) {
            void* device = nullptr;
            unsigned minor = 0;
            if (call<int(unsigned, void**)>("nvmlDeviceGetHandleByIndex_v2", i, &device) &&
                call<int(void*, unsigned*)>("nvmlDeviceGetMinorNumber", device, &minor)) {
                found[static_cast<int>(minor)] = device;
            }
        }
        return found;
    }

    void add_to(LoadMeans& means, void* device) const {
        constexpr int kMultiprocessorClock = 1;
        constexpr int kReceived = 1;
        struct {
            unsigned gpu;
            unsigned memory;
        } shares{};
        unsigned number = 0;
        if (call<int(void*, void*)>("nvmlDeviceGetUtilizationRates", device, &shares)) {
            means.utilisation.add(shares.gpu);
        }
        if (call<int(void*, unsigned*)>("nvmlDeviceGetPowerUsage", device, &number)) {
            means.power_w.add(number * 1e-3);
        }
        if (call<int(void*, int, unsigned*)>(
                "nvmlDeviceGetClockInfo", device, kMultiprocessorClock, &number)) {
            means.clock_hz.add(number * 1e6);
        }
        const auto carries = link_bytes_per_second(device);
        if (carries && call<int(void*, int, unsigned*)>(
                           "nvmlDeviceGetPcieThroughput", device, kReceived, &number)) {
            means.link_share.add(100.0 * number * 1e3 / *carries);  // it tells KB/s
        }
    }

private:
    template <class Signature, class... Arguments>
    bool call(const char* name, Arguments... arguments) const {
        auto* const function = reinterpret_cast<Signature*>(::dlsym(library_, name));
        return function != nullptr && function(arguments...) == 0;
    }

    std::optional<double> link_bytes_per_second(void* device) const {
        unsigned generation = 0;
        unsigned lanes = 0;
        if (!call<int(void*, unsigned*)>(
                "nvmlDeviceGetCurrPcieLinkGeneration", device, &generation) ||
            !call<int(void*, unsigned*)>("nvmlDeviceGetCurrPcieLinkWidth", device, &lanes) ||
            lanes == 0) {
            return std::nullopt;
        }
        const auto lane = pcie_lane_bytes_per_second(generation);
        return lane ? std::optional(*lane * lanes) : std::nullopt;
    }

    void* library_ = nullptr;  ///< stays loaded: the driver has threads of its own
};

}  // namespace

struct GpuWatch::Shared {
    Mutex mutex;
    std::condition_variable_any changed;
    std::set<int> minors;
    std::map<int, LoadMeans> means;
    std::string missing;

    void keep(std::string why) {
        const MutexLock lock(mutex);
        missing = std::move(why);
    }

    /// False: no more is wanted.
    bool wait(const std::stop_token& stop) {
        MutexLock lock(mutex);
        changed.wait_for(lock, stop, kEvery, [] { return false; });
        return !stop.stop_requested();
    }

    void run(const std::stop_token& stop) {
        Management management;
        if (std::string why = management.open(); !why.empty()) {
            keep(std::move(why));
            return;
        }
        const std::map<int, void*> devices = management.devices();
        do {
            look(management, devices);
        } while (wait(stop));
    }

    void look(const Management& management, const std::map<int, void*>& devices) {
        std::set<int> wanted;
        {
            const MutexLock lock(mutex);
            wanted = minors;
        }
        for (const int minor : wanted) {
            const auto device = devices.find(minor);
            if (device == devices.end()) {
                continue;
            }
            LoadMeans now;
            management.add_to(now, device->second);  // may take 20 ms
            const MutexLock lock(mutex);
            merge(means[minor], now);
        }
    }

    static void merge(LoadMeans& sum, const LoadMeans& now) {
        for (LoadMean LoadMeans::* what : {&LoadMeans::utilisation,
                                           &LoadMeans::link_share,
                                           &LoadMeans::power_w,
                                           &LoadMeans::clock_hz}) {
            if (const auto value = (now.*what).value()) {
                (sum.*what).add(*value);
            }
        }
    }

    std::jthread thread;  ///< the last to be made, the first to go
};

GpuWatch::GpuWatch() = default;
GpuWatch::~GpuWatch() = default;
GpuWatch::GpuWatch(GpuWatch&&) noexcept = default;
GpuWatch& GpuWatch::operator=(GpuWatch&&) noexcept = default;

void GpuWatch::watch(const std::set<int>& minors) {
    if (minors.empty()) {
        return;
    }
    if (shared_) {
        const MutexLock lock(shared_->mutex);
        shared_->minors.insert(minors.begin(), minors.end());
        return;
    }
    shared_ = std::make_unique<Shared>();
    shared_->minors = minors;
    shared_->thread =
        std::jthread([shared = shared_.get()](const std::stop_token& stop) { shared->run(stop); });
}

std::map<int, GpuLoad> GpuWatch::take() {
    std::map<int, GpuLoad> loads;
    if (!shared_) {
        return loads;
    }
    const MutexLock lock(shared_->mutex);
    for (const auto& [minor, means] : shared_->means) {
        loads[minor] = {.utilisation = means.utilisation.value(),
                        .link_share = means.link_share.value(),
                        .power_w = means.power_w.value(),
                        .clock_hz = means.clock_hz.value()};
    }
    shared_->means.clear();
    return loads;
}

std::string GpuWatch::missing() const {
    if (!shared_) {
        return {};
    }
    const MutexLock lock(shared_->mutex);
    return shared_->missing;
}

std::optional<double> pcie_lane_bytes_per_second(unsigned generation) noexcept {
    // 2.5 and 5 GT/s at 8b/10b, 8 to 32 GT/s at 128b/130b, 64 GT/s at 242/256 in flits.
    constexpr std::array<double, 6> kLane{
        250e6, 500e6, 8e9 / 8 * 128 / 130, 16e9 / 8 * 128 / 130, 32e9 / 8 * 128 / 130, 7.5625e9};
    return generation >= 1 && generation <= kLane.size() ? std::optional(kLane[generation - 1])
                                                         : std::nullopt;
}

}  // namespace throughline::observe
