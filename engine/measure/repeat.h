// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/clock.h"
#include "engine/measure/point_options.h"
#include "engine/measure/run_control.h"
#include "engine/measure/run_sink.h"
#include "engine/measure/study_sources.h"
#include "engine/metrics/latency_histogram.h"
#include "engine/metrics/registry.h"
#include "engine/record/record.h"

namespace throughline::measure {

/// What one repeat of a run is measured with; everything outlives run_repeat().
struct RepeatContext {
    int run = 0;
    int repeat = 1;                   ///< from 1
    SteadyTime run_started = kNever;  ///< samples count their time from here
    const Source& source;
    const PointOptions& point;
    RunSink& sink;
    RunControl& control;
    /// Called when a phase begins: its name ("warmup", "measured", …) and expected seconds.
    std::function<void(const char* phase, double seconds)> on_phase;
    /// Called when the pipeline was started, with when.
    std::function<void(SteadyTime)> on_begun = [](SteadyTime) {};

    /// Where repeats are held, waits until this one may begin.
    void wait_to_begin() const {
        if (control.holds()) {
            control.wait_to_begin([this] { on_phase("held", 0.0); });
        }
    }
};

struct RepeatOutcome {
    record::RunStatus status = record::RunStatus::Done;
    std::optional<Error> failure;   ///< for status Failed
    metrics::MetricValues metrics;  ///< over the measured time; empty when there was none
    std::map<std::string, std::string, std::less<>> absent;
    /// Of a figure that was measured in stretches: theirs, for its interval in a single repeat.
    std::map<std::string, std::vector<double>> stretches;
    metrics::LatencyHistogram read_latency;
    pipeline::StoreLatencies store;
    std::optional<storage::ReaderFacts> reader_facts;
    std::string loader;  ///< which, where another's delivered the batches, and its version
    std::uint32_t preloaded_images = 0;
    std::uint64_t cache_bytes_used = 0;
    std::string placement;          ///< which processors the stages ran on
    std::string placement_problem;  ///< what of it could not be done; may be empty
    std::vector<consumer::GpuState> gpus;
};

}  // namespace throughline::measure
