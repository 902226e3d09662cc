// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/record/study.h"

namespace throughline::record {

/// Whether a live setting was changed while the run was measured: its figures are not those of its
/// settings.
bool is_touched(const RunData& run);
bool is_touched(const std::vector<Note>& notes_of_run);

/// Whether the run's figures stand for its settings, so that verdict, curves and what-if may take
/// them: measured to its end, and untouched.
bool is_result(const RunData& run);

/// "run %1 was stopped", "run %1 was changed while it was measured": a message, %1 is its number.
/// Assumes: not is_result(run).
const char* why_no_result(const RunData& run);

/// Numbers of the runs that a study of ours was to hold and has no result of (is_result()), in
/// order; empty for studies of others.
std::vector<int> missing_runs(const Study& study);

}  // namespace throughline::record
