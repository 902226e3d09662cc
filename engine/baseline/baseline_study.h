// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/baseline/plan.h"
#include "engine/measure/run_control.h"
#include "engine/measure/study_runner.h"
#include "engine/record/record_writer.h"
#include "engine/record/study.h"

namespace throughline::baseline {

/// Measures a baseline into a record, a run for each cell: makes the folder and the file of our own
/// where the plan has them, and removes them at the end, whatever happens. The caller closes the
/// writer. `journal`: see OwnFolder::make().
/// Blocks: for plan.seconds_least to seconds_most, and for what is written before; control.stop()
///         ends it within a second, also where the storage has stopped answering: then
///         control.left_behind(), and the folder stays for the next start.
/// Errors: those of the writer, of OwnFolder and of write_data_file().
Result<record::Study> run_baseline(const BaselinePlan& plan,
                                   const measure::StudyOptions& options,
                                   const std::string& journal,
                                   measure::RunControl& control,
                                   record::RecordWriter& writer);

}  // namespace throughline::baseline
