// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/importers/draft/imported_file.h"
#include "engine/record/study.h"

namespace throughline::importers {

/// A file that watched a run, and how far its clock was ahead of the others' (negative: behind).
struct MergePart {
    ImportedFile file{};
    double clock_ahead_s = 0.0;
};

/// Several files of one run (a training log and the iostat beside it, fio's JSON and its logs) as
/// one run on one time axis. The first file's conditions and figures win; the others add what it
/// does not have. Files with times of day are aligned by them; those without (fio's logs) begin
/// when the run began. Of a file whose rows only have an order (step_axis) the figures are taken,
/// not the series, unless no file has times. Rates of several fio processes are added window by
/// window. Errors: Usage for no file, for a file that does not hold exactly one run, for a metric
/// that two
///         files hold (which of them is meant is not for the program to say).
Result<ImportedFile> merge_files(std::vector<MergePart> parts);

}  // namespace throughline::importers
