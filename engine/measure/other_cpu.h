// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "engine/measure/run_sink.h"
#include "engine/metrics/busy_programs.h"
#include "engine/metrics/registry.h"

namespace throughline::measure {

/// Of the programs behind FUSE mounts; none where there are none, or nobody tells.
std::optional<double> daemon_cores(const metrics::MetricValues& values);

/// Adds other_cpu_cores, where the figures that it follows from are there. The program behind a
/// FUSE mount is none of the others.
void add_other_cpu(metrics::MetricValues& values);

/// What others took of the processors while a run was measured.
struct OtherCpu {
    int run = 0;
    const metrics::MetricValues& values;              ///< with other_cpu_cores, where that is known
    std::span<const metrics::BusyProgram> busiest{};  ///< largest first
    double seconds = 0.0;                             ///< that were measured
};
/// Says so where it was more than a little: whoever measures a machine that others use measures
/// what they leave.
void note_other_cpu(const OtherCpu& others, RunSink& sink);

}  // namespace throughline::measure
