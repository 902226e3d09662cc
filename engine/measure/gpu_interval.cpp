// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/gpu_interval.h"

#include <algorithm>

#include "engine/base/clock.h"

namespace throughline::measure {
namespace {

constexpr std::array<const char*, 5> kSideMetrics{
    "gpu_utilisation", "gpu_memory", "gpu_power", "gpu_clock", "gpu_temperature"};

Gauge gauge_of(const std::optional<double>& value, std::int64_t ns) {
    return value ? Gauge{.value_ns = *value * static_cast<double>(ns), .ns = ns} : Gauge{};
}

std::string key_of(const char* id, const GpuInterval& gpu) {
    return metrics::labelled(id, "gpu", std::to_string(gpu.device));
}

}  // namespace

GpuInterval& GpuInterval::operator+=(const GpuInterval& later) noexcept {
    device = later.device;
    copied_bytes += later.copied_bytes;
    copy_ns += later.copy_ns;
    step_ns += later.step_ns;
    gap_ns += later.gap_ns;
    steps += later.steps;
    for (std::size_t i = 0; i < side.size(); ++i) {
        side[i].value_ns += later.side[i].value_ns;
        side[i].ns += later.side[i].ns;
    }
    loss = later.loss ? later.loss : loss;
    diverged = diverged || later.diverged;
    return *this;
}

GpuInterval gpu_interval_between(const consumer::GpuState& from,
                                 const consumer::GpuState& to,
                                 std::int64_t ns) noexcept {
    return {.device = to.device,
            .copied_bytes = to.copied_bytes - from.copied_bytes,
            .copy_ns = to.copy_ns - from.copy_ns,
            .step_ns = to.step_ns - from.step_ns,
            .gap_ns = to.gap_ns - from.gap_ns,
            .steps = to.steps - from.steps,
            .side = {gauge_of(to.side.utilisation_percent, ns),
                     gauge_of(to.side.memory_used_bytes, ns),
                     gauge_of(to.side.power_watts, ns),
                     gauge_of(to.side.clock_hertz, ns),
                     gauge_of(to.side.temperature_celsius, ns)},
            .loss = to.loss,
            .diverged = to.diverged};
}

metrics::MetricValues gpu_rates(const GpuInterval& gpu, double seconds) {
    metrics::MetricValues values;
    const auto share = [seconds](std::int64_t ns) { return 100.0 * seconds_from_ns(ns) / seconds; };
    const double busy = share(gpu.step_ns);
    values[key_of("gpu_busy", gpu)] = busy;
    if (gpu.copied_bytes > 0) {
        // Not the plug-in's gaps between steps: one that began before the measurement is in them
        // whole, such as emptying the page cache before a cold epoch.
        values[key_of("gpu_starved", gpu)] = std::max(0.0, 100.0 - busy);
        if (gpu.steps > 0) {
            values[key_of("gpu_step_gap", gpu)] =
                seconds_from_ns(gpu.gap_ns) / static_cast<double>(gpu.steps);
        }
        values[key_of("gpu_copying", gpu)] = share(gpu.copy_ns);
        values[key_of("host_to_device_bytes_per_second", gpu)] =
            static_cast<double>(gpu.copied_bytes) / seconds;
    }
    for (std::size_t i = 0; i < gpu.side.size(); ++i) {
        if (gpu.side[i].ns > 0) {
            values[key_of(kSideMetrics[i], gpu)] =
                gpu.side[i].value_ns / static_cast<double>(gpu.side[i].ns);
        }
    }
    if (gpu.loss && !gpu.diverged) {
        values["loss"] = *gpu.loss;
    }
    return values;
}

std::map<std::string, std::string, std::less<>> missing_gpu_figures(
    const GpuInterval& gpu, const std::string& side_problem) {
    std::map<std::string, std::string, std::less<>> missing;
    if (gpu.step_ns == 0) {
        for (const std::string& key : {key_of("gpu_busy", gpu),
                                       key_of("gpu_starved", gpu),
                                       key_of("gpu_copying", gpu),
                                       key_of("gpu_step_gap", gpu),
                                       key_of("host_to_device_bytes_per_second", gpu),
                                       std::string("accelerator_utilisation")}) {
            missing[key] = "no step of the GPU ended in the measured time";
        }
    } else if (gpu.copied_bytes == 0) {
        for (const char* id :
             {"gpu_starved", "gpu_copying", "gpu_step_gap", "host_to_device_bytes_per_second"}) {
            missing[key_of(id, gpu)] = "nothing was copied to the GPU while measuring";
        }
    }
    if (gpu.diverged) {
        missing["loss"] = "the loss is no number any more: the training diverged";
    }
    for (std::size_t i = 0; i < gpu.side.size(); ++i) {
        if (gpu.side[i].ns == 0) {
            missing[key_of(kSideMetrics[i], gpu)] =
                side_problem.empty() ? "the driver does not tell it" : side_problem;
        }
    }
    return missing;
}

}  // namespace throughline::measure
