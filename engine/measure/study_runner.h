// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/measure/accelerator_pace.h"
#include "engine/measure/gpu_batch.h"
#include "engine/measure/gpu_preflight.h"
#include "engine/measure/run_control.h"
#include "engine/measure/study_sources.h"
#include "engine/measure/volume_choice.h"
#include "engine/record/record_writer.h"
#include "engine/record/study.h"
#include "engine/spec/spec.h"

namespace throughline::measure {

/// Where a study stands, for a progress bar and the job strip.
struct StudyProgress {
    const char* phase = "preparing";  ///< preparing, warmup, measured, drain, paused
    int run = 0;                      ///< from 1
    int runs = 0;
    int repeat = 1;
    double seconds_left = 0.0;  ///< estimate for the whole study
    const spec::Settings* settings = nullptr;
};

/// A study ready to be measured: its points, its data sets, its estimate.
struct PreparedStudy {
    spec::StudySpec spec;
    std::vector<spec::Settings> points;
    StudySources sources;
    record::Plan plan;
    PacePresets presets;                     ///< that the points name
    VolumeChoices volumes;                   ///< likewise
    std::optional<consumer::GpuAccess> gpu;  ///< where a point needs one
    BatchChoices batches;                    ///< of points with batch.images=0
    std::vector<std::size_t> todo;           ///< which of the points are measured, in order
    /// The study that is taken up, see take_up(): its record goes on.
    std::optional<record::Study> begun{};
    std::string since_begun{};  ///< what has changed since, as far as it may
};
/// Validates the spec, scans the data sets and estimates. `catalog` gives the published figures
/// that accelerators are paced by and the limits of emulated volumes, `gpus` is asked where a point
/// has consumer.kind=gpu, `on_scan` hears of a scan that takes its time. Errors: Usage; those of
/// StudySources and of find_gpu().
Result<PreparedStudy> prepare_study(const spec::StudySpec& spec,
                                    std::stop_token stop,
                                    const CatalogSource& catalog = &catalog::Catalog::built_in,
                                    const GpuSource& gpus = {},
                                    const ScanProgress& on_scan = {});

struct StudyOptions {
    /// Whether another measurement has run beside this one since the last call (--force); asked at
    /// the start, and at the start and the end of each run. May be empty.
    std::function<bool()> disturbed{};
    std::string unlocked{};  ///< why no lock keeps a second measurement away; "": one does
    std::function<void(const StudyProgress&)> on_progress;
    std::function<void(const record::Sample&)> on_sample;
    /// What somebody who waits should know at once, as a sentence.
    std::function<void(const std::string&)> on_notice{};
};

/// Measures the points to do, writing the record as it goes: header, or the note that a begun study
/// is taken up, runs, verdict. The caller closes
/// the writer. A point that fails does not end the study; a record that cannot be written does.
/// Blocks: for the time of the study; control.stop() ends it within about a second, also where the
/// storage has stopped answering: then control.left_behind().
/// Returns: the study as recorded, derived figures and verdict included.
/// Errors: those of the writer (disk full).
Result<record::Study> run_study(const PreparedStudy& prepared,
                                const StudyOptions& options,
                                RunControl& control,
                                record::RecordWriter& writer);

}  // namespace throughline::measure
