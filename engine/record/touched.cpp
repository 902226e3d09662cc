// SPDX-License-Identifier: Apache-2.0
#include "engine/record/touched.h"

#include <algorithm>
#include <set>

#include "engine/base/say.h"

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

const char* why_no_result(const RunData& run) {
    switch (run.status) {
        case RunStatus::Done:
            break;
        case RunStatus::Stopped:
            return to_say("run %1 was stopped");
        case RunStatus::Failed:
            return to_say("run %1 failed");
        case RunStatus::Interrupted:
            return to_say("run %1 was interrupted");
    }
    return to_say("run %1 was changed while it was measured");
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
