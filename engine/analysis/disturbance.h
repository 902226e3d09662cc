// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/record/study.h"

namespace throughline::analysis {

/// The code of the note that another measurement ran beside the study, or beside the run.
inline constexpr const char* kBesideCode = "study.disturbed";

/// Whether something else had a hand in what was measured: others on the processors or on the
/// device that was read from, a pause, another measurement. A verdict on it is at most indicated.
bool is_disturbed(const record::Study& study);
bool is_disturbed(const record::RunData& run);

/// What that was, for the middle of a sentence: "other programs used 28 to 60 % of the processors
/// (the busiest: cc1plus 41 %, ffmpeg 12 %)"; "" where nothing was. `environment`: of the header.
std::string disturbance_text(const record::Study& study);
std::string disturbance_text(const record::RunData& run, const spec::Settings& environment);

}  // namespace throughline::analysis
