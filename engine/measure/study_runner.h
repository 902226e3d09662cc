// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "engine/base/result.h"
#include "engine/measure/prepared_study.h"
#include "engine/measure/run_control.h"
#include "engine/record/record_writer.h"
#include "engine/record/study.h"
#include "engine/spec/spec.h"

namespace throughline::measure {

/// Validates the spec, scans the data sets and estimates. `catalog` gives the published figures
/// that accelerators are paced by and the limits of emulated volumes, `gpus` is asked where a point
/// has consumer.kind=gpu, `on_scan` hears of a scan that takes its time. Errors: Usage; those of
/// StudySources and of find_gpu().
Result<PreparedStudy> prepare_study(const spec::StudySpec& spec,
                                    std::stop_token stop,
                                    const CatalogSource& catalog = &catalog::Catalog::built_in,
                                    const GpuSource& gpus = {},
                                    const ScanProgress& on_scan = {});

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
