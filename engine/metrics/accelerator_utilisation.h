// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace throughline::metrics {

/// What accelerators did in a stretch of time that begins and ends with a step.
struct AcceleratorTime {
    double compute_seconds = 0.0;  ///< in steps, of all accelerators together
    double running_seconds = 0.0;  ///< of the stretch, waiting for data and for each other included
    std::uint32_t accelerators = 1;
};

/// Accelerator utilisation in %; none for a stretch without length.
/// Formula: 100 * compute / (accelerators * running): the mean over the accelerators of compute
///          time over time. Waiting at a step barrier is running time and no compute, so that one
///          that is fed badly lowers all.
/// Assumes: the first steps, which wait for the first data, are not in the stretch; here the
///          warm-up has them.
/// Source:  MLPerf Storage rules, "AU = 100 * total_compute_time / total_benchmark_running_time",
///          and the benchmark's code (DLIO), which measures the compute time of each step, leaves
///          the first step out and takes the mean over accelerators.
std::optional<double> accelerator_utilisation_percent(const AcceleratorTime& time) noexcept;

}  // namespace throughline::metrics
