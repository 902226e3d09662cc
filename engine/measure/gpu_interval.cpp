// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/gpu_interval.h"

#include <algorithm>
#include <cmath>

#include "engine/base/clock.h"
#include "engine/base/format.h"
#include "engine/base/say.h"

namespace throughline::measure {
namespace {

constexpr std::array<const char*, 5> kSideMetrics{
    "gpu_utilisation", "gpu_memory", "gpu_power", "gpu_clock", "gpu_temperature"};

Gauge gauge_of(const std::optional<double>& value, Nanoseconds length) {
    return value ? Gauge{.value_ns = *value * static_cast<double>(length.count()),
                         .known_for = length}
                 : Gauge{};
}

/// What a GPU does before a step.
const char* arrival_of(const GpuInterval& gpu) {
    return gpu.decodes ? "gpu_decoding" : "gpu_copying";
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
    exchange_time += later.exchange_time;
    exchanges = later.exchanges;
    steps += later.steps;
    for (std::size_t i = 0; i < side.size(); ++i) {
        side[i].value_ns += later.side[i].value_ns;
        side[i].known_for += later.side[i].known_for;
    }
    loss = later.loss ? later.loss : loss;
    diverged = diverged || later.diverged;
    decodes = later.decodes;
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
            .exchange_time = to.exchange_time - from.exchange_time,
            .exchanges = to.exchanges,
            .steps = to.steps - from.steps,
            .side = {gauge_of(to.side.utilisation_percent, length),
                     gauge_of(to.side.memory_used_bytes, length),
                     gauge_of(to.side.power_watts, length),
                     gauge_of(to.side.clock_hertz, length),
                     gauge_of(to.side.temperature_celsius, length)},
            .loss = to.loss,
            .diverged = to.diverged,
            .decodes = !to.decoder.empty()};
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
        values[key_of(arrival_of(gpu), gpu)] = share(gpu.copy_time);
        values[key_of("host_to_device_bytes_per_second", gpu)] =
            static_cast<double>(gpu.copied_bytes) / seconds;
    }
    if (gpu.exchanges && gpu.exchange_time > Nanoseconds::zero()) {
        values[key_of("gpu_all_reduce", gpu)] = share(gpu.exchange_time);
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
    const GpuInterval& gpu, const consumer::GpuState& state) {
    std::map<std::string, std::string, std::less<>> missing;
    if (gpu.step_time == Nanoseconds::zero()) {
        for (const std::string& key : {key_of("gpu_busy", gpu),
                                       key_of("gpu_starved", gpu),
                                       key_of(arrival_of(gpu), gpu),
                                       key_of("gpu_step_gap", gpu),
                                       key_of("host_to_device_bytes_per_second", gpu),
                                       std::string("accelerator_utilisation")}) {
            missing[key] = to_say("no step of the GPU ended while measuring");
        }
    } else if (gpu.copied_bytes == 0) {
        for (const char* id :
             {"gpu_starved", arrival_of(gpu), "gpu_step_gap", "host_to_device_bytes_per_second"}) {
            missing[key_of(id, gpu)] = to_say("nothing was copied to the GPU while measuring");
        }
    }
    if (gpu.exchanges && gpu.exchange_time == Nanoseconds::zero()) {
        missing[key_of("gpu_all_reduce", gpu)] =
            to_say("no step of several GPUs ended while measuring");
    }
    if (gpu.diverged) {
        missing["loss"] = to_say("the loss is no longer a number: the training diverged");
    }
    for (std::size_t i = 0; i < gpu.side.size(); ++i) {
        if (gpu.side[i].known_for == Nanoseconds::zero()) {
            missing[key_of(kSideMetrics[i], gpu)] = state.side_problem.empty()
                                                        ? to_say("the driver does not report it")
                                                        : state.side_problem;
        }
    }
    if (!state.exchange_problem.empty()) {
        missing[key_of("gpu_all_reduce", gpu)] = state.exchange_problem;
    }
    return missing;
}

GpuCeilings gpu_ceilings(const std::vector<consumer::GpuState>& gpus) {
    GpuCeilings all;
    for (const consumer::GpuState& gpu : gpus) {
        const auto put = [&](const char* rate, const char* clock, const auto& ceiling) {
            const std::string number = std::to_string(gpu.device);
            all.metrics[metrics::labelled(rate, "gpu", number)] = ceiling.images_per_second;
            if (ceiling.clock_hertz) {
                all.metrics[metrics::labelled(clock, "gpu", number)] = *ceiling.clock_hertz;
            }
            if (ceiling.groups.size() > 1) {  // one alone says nothing of how far they lie apart
                all.stretches.insert(
                    all.stretches.end(), ceiling.groups.begin(), ceiling.groups.end());
            }
            return ceiling.images_per_second;
        };
        if (!gpu.ceiling) {
            continue;
        }
        double mean = put("gpu_ceiling_before", "gpu_clock_before", *gpu.ceiling);
        if (gpu.ceiling_after) {
            mean = (mean + put("gpu_ceiling_after", "gpu_clock_after", *gpu.ceiling_after)) / 2.0;
        } else if (!gpu.ceiling_after_problem.empty()) {
            all.absent[metrics::labelled("gpu_ceiling_after", "gpu", std::to_string(gpu.device))] =
                gpu.ceiling_after_problem;
        }
        all.metrics[metrics::labelled("ceiling_images_per_second", "stage", "consumer")] += mean;
    }
    if (gpus.size() > 1) {
        all.stretches.clear();  // theirs were not timed at once, and make no rate together
    }
    return all;
}

std::string ceiling_drift(const consumer::GpuState& gpu) {
    constexpr double kSteady = 0.02;
    if (!gpu.ceiling || !gpu.ceiling_after) {
        return {};
    }
    const double before = gpu.ceiling->images_per_second;
    const double after = gpu.ceiling_after->images_per_second;
    const double apart = std::abs(after - before) / std::max(before, after);
    if (apart <= kSteady) {
        return {};
    }
    const auto words = [](const consumer::GpuCeiling& ceiling) {
        const std::string rate = format_quantity(ceiling.images_per_second, "images/s");
        return ceiling.clock_hertz
                   ? say_english(
                         "%1 at a clock of %2", rate, format_quantity(*ceiling.clock_hertz, "Hz"))
                   : rate;
    };
    return say_english(
        "%1 before the run and %2 after it; they differ by %3 %, and figures are compared with "
        "their mean",
        words(*gpu.ceiling),
        words(*gpu.ceiling_after),
        format_significant(100.0 * apart, 2));
}

}  // namespace throughline::measure
