// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/clock.h"
#include "engine/measure/accelerator_pace.h"
#include "engine/measure/gpu_batch.h"
#include "engine/measure/gpu_preflight.h"
#include "engine/measure/store_choice.h"
#include "engine/measure/study_sources.h"
#include "engine/measure/volume_choice.h"
#include "engine/record/study.h"
#include "engine/spec/spec.h"

namespace throughline::measure {

/// Where a study stands, for a progress bar and the job strip.
struct StudyProgress {
    const char* phase = "preparing";  ///< preparing, copying, held, warmup, measured, drain, paused
    int run = 0;                      ///< from 1
    int runs = 0;
    int repeat = 1;
    double seconds_left = 0.0;  ///< estimate for the whole study
    const spec::Settings* settings = nullptr;
};

/// A repeat whose pipeline was started.
struct RepeatBegun {
    int run = 0;
    int repeat = 1;
    SteadyTime at = kNever;
    Nanoseconds into_run{};  ///< when, in the time that the run's samples count
};

/// A study ready to be measured: its points, its data sets, its estimate.
struct PreparedStudy {
    spec::StudySpec spec;
    std::vector<spec::Settings> points;
    StudySources sources;
    record::Plan plan;
    std::vector<double> repeat_seconds;      ///< that one repeat of each point is expected to take
    PacePresets presets;                     ///< that the points name
    VolumeChoices volumes;                   ///< likewise
    StoreChoices stores;                     ///< likewise
    std::optional<consumer::GpuAccess> gpu;  ///< where a point needs one
    BatchChoices batches;                    ///< of points with batch.images=0
    std::vector<std::size_t> todo;           ///< which of the points are measured, in order
    /// The study that is taken up, see take_up(): its record goes on.
    std::optional<record::Study> begun{};
    std::string since_begun{};  ///< what has changed since, as far as it may
};

struct StudyOptions {
    /// Whether another measurement has run beside this one since the last call (--force); asked at
    /// the start, and at the start and the end of each run. May be empty.
    std::function<bool()> disturbed{};
    std::string unlocked{};  ///< why no lock keeps a second measurement away; "": one does
    std::function<void(const StudyProgress&)> on_progress;
    std::function<void(const RepeatBegun&)> on_begun{};
    std::function<void(const record::Sample&)> on_sample;
    /// What somebody who waits should know at once, as a sentence.
    std::function<void(const std::string&)> on_notice{};
};

}  // namespace throughline::measure
