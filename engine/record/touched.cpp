// SPDX-License-Identifier: Apache-2.0
#include "engine/record/touched.h"

#include <algorithm>
#include <set>

namespace throughline::record {

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

std::vector<int> missing_runs(const Study& study) {
    std::vector<int> missing;
    if (study.header.origin != Origin::Measured) {
        return missing;
    }
    std::set<int> results;
    for (const auto& run : study.runs) {
        if (is_result(run)) {
            results.insert(run.started.run);
        }
    }
    for (int number = 1; number <= static_cast<int>(study.header.plan.runs); ++number) {
        if (!results.contains(number)) {
            missing.push_back(number);
        }
    }
    return missing;
}

}  // namespace throughline::record
