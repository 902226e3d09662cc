// SPDX-License-Identifier: Apache-2.0
#include "engine/run/touched.h"

#include <algorithm>

namespace throughline::run {

bool is_touched(const RunData& run) {
    return is_touched(run.notes);
}

bool is_touched(const std::vector<Note>& notes_of_run) {
    return std::any_of(notes_of_run.begin(), notes_of_run.end(), [](const Note& note) {
        return note.code == kTouchedCode;
    });
}

bool is_result(const RunData& run) {
    return run.status == RunStatus::Done && !is_touched(run);
}

std::string why_no_result(const RunData& run) {
    return run.status == RunStatus::Done
               ? "was changed while it was measured"
               : std::string(run.status == RunStatus::Failed ? "" : "was ") + name_of(run.status);
}

}  // namespace throughline::run
