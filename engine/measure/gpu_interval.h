// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/clock.h"
#include "engine/consumer/gpu_options.h"
#include "engine/metrics/registry.h"

namespace throughline::measure {

/// A side figure over time: its values, each weighted with how long it stood.
struct Gauge {
    double value_ns = 0.0;  ///< values x nanoseconds
    Nanoseconds known_for{};
};

/// What one GPU did in an interval, or summed over several.
struct GpuInterval {
    std::uint32_t device = 0;
    std::uint64_t copied_bytes = 0;
    Nanoseconds copy_time{};
    Nanoseconds step_time{};
    Nanoseconds gap_time{};
    Nanoseconds exchange_time{};
    bool exchanges = false;  ///< see GpuState
    std::uint64_t steps = 0;
    std::array<Gauge, 5> side{};   ///< in the order of GpuSideFigures
    std::optional<double> loss{};  ///< of the last step
    bool diverged = false;         ///< see GpuState
    bool decodes = false;          ///< then copy_time is the time of decoding

    GpuInterval& operator+=(const GpuInterval& later) noexcept;
};

/// Between two looks at the same GPU, `length` apart.
GpuInterval gpu_interval_between(const consumer::GpuState& from,
                                 const consumer::GpuState& to,
                                 Nanoseconds length) noexcept;

/// The registry's metrics of it: gpu_busy, gpu_starved, gpu_copying or gpu_decoding, gpu_step_gap
/// and the host-to-device rate where something was copied, gpu_all_reduce where GPUs train
/// together, side figures and loss where they are known.
metrics::MetricValues gpu_rates(const GpuInterval& gpu, double seconds);

/// Which of a GPU's figures a run does not have, and why: key -> reason. `state`: at its end.
std::map<std::string, std::string, std::less<>> missing_gpu_figures(
    const GpuInterval& gpu, const consumer::GpuState& state);

/// What the GPUs of a run can do alone: the metrics of it, and the rates of the stretches of their
/// ceiling where there is one GPU. What could not be measured again is in `absent`.
struct GpuCeilings {
    metrics::MetricValues metrics{};
    std::vector<double> stretches{};
    std::map<std::string, std::string, std::less<>> absent{};
};
GpuCeilings gpu_ceilings(const std::vector<consumer::GpuState>& gpus);

/// "1980 images/s at 1.98 GHz before the run and 1890 images/s after it; they differ by 4.6 %, and
/// figures are compared with their mean"; "" = it was not measured twice, or they agree within 2 %.
std::string ceiling_drift(const consumer::GpuState& gpu);

}  // namespace throughline::measure
