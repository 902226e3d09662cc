// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/gpu_interval.h"

#include <algorithm>

#include "engine/base/clock.h"

namespace throughline::measure {
namespace {

constexpr std::array<const char*, 5> kSideMetrics{
    "gpu_utilisation", "gpu_memory", "gpu_power", "gpu_clock", "gpu_temperature"};

Gauge gauge_of(const std::optional<double>& value, Nanoseconds length) {
    return value ? Gauge{.value_ns = *value * static_cast<double>(length.count()),
                         .known_for = length}
                 : Gauge{};
}

std::string key_of(const char* id, const GpuInterval& gpu) {
    return metrics::labelled(id, "gpu", std::to_string(gpu.device));
}

}  // namespace

GpuInterval& GpuInterval::operator+=(const GpuInterval& later) noexcept {
    device = later.device;
    copied_bytes += later.copied_bytes;
    copy_time += later.copy_time;
    step_time += later.step_time;
    gap_time += later.gap_time;
    steps += later.steps;
    for (std::size_t i = 0; i < side.size(); ++i) {
        side[i].value_ns += later.side[i].value_ns;
        side[i].known_for += later.side[i].known_for;
    }
    loss = later.loss ? later.loss : loss;
    diverged = diverged || later.diverged;
    return *this;
}

GpuInterval gpu_interval_between(const consumer::GpuState& from,
                                 const consumer::GpuState& to,
                                 Nanoseconds length) noexcept {
    return {.device = to.device,
            .copied_bytes = to.copied_bytes - from.copied_bytes,
            .copy_time = to.copy_time - from.copy_time,
            .step_time = to.step_time - from.step_time,
            .gap_time = to.gap_time - from.gap_time,
            .steps = to.steps - from.steps,
            .side = {gauge_of(to.side.utilisation_percent, length),
                     gauge_of(to.side.memory_used_bytes, length),
                     gauge_of(to.side.power_watts, length),
                     gauge_of(to.side.clock_hertz, length),
                     gauge_of(to.side.temperature_celsius, length)},
            .loss = to.loss,
            .diverged = to.diverged};
}

metrics::MetricValues gpu_rates(const GpuInterval& gpu, double seconds) {
    metrics::MetricValues values;
    const auto share = [seconds](Nanoseconds time) { return 100.0 * in_seconds(time) / seconds; };
    const double busy = share(gpu.step_time);
    values[key_of("gpu_busy", gpu)] = busy;
    if (gpu.copied_bytes > 0) {
        // Not the plug-in's gaps between steps: one that began before the measurement is in them
        // whole, such as emptying the page cache before a cold epoch.
        values[key_of("gpu_starved", gpu)] = std::max(0.0, 100.0 - busy);
        if (gpu.steps > 0) {
            values[key_of("gpu_step_gap", gpu)] =
                in_seconds(gpu.gap_time) / static_cast<double>(gpu.steps);
        }
        values[key_of("gpu_copying", gpu)] = share(gpu.copy_time);
        values[key_of("host_to_device_bytes_per_second", gpu)] =
            static_cast<double>(gpu.copied_bytes) / seconds;
    }
    for (std::size_t i = 0; i < gpu.side.size(); ++i) {
        if (gpu.side[i].known_for > Nanoseconds::zero()) {
            values[key_of(kSideMetrics[i], gpu)] =
                gpu.side[i].value_ns / static_cast<double>(gpu.side[i].known_for.count());
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
    if (gpu.step_time == Nanoseconds::zero()) {
        for (const std::string& key : {key_of("gpu_busy", gpu),
                                       key_of("gpu_starved", gpu),
                                       key_of("gpu_copying", gpu),
                                       key_of("gpu_step_gap", gpu),
                                       key_of("host_to_device_bytes_per_second", gpu),
                                       std::string("accelerator_utilisation")}) {
            missing[key] = "no step of the GPU ended while measuring";
        }
    } else if (gpu.copied_bytes == 0) {
        for (const char* id :
             {"gpu_starved", "gpu_copying", "gpu_step_gap", "host_to_device_bytes_per_second"}) {
            missing[key_of(id, gpu)] = "nothing was copied to the GPU while measuring";
        }
    }
    if (gpu.diverged) {
        missing["loss"] = "the loss is no longer a number: the training diverged";
    }
    for (std::size_t i = 0; i < gpu.side.size(); ++i) {
        if (gpu.side[i].known_for == Nanoseconds::zero()) {
            missing[key_of(kSideMetrics[i], gpu)] =
                side_problem.empty() ? "the driver does not report it" : side_problem;
        }
    }
    return missing;
}

}  // namespace throughline::measure
