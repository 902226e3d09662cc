// SPDX-License-Identifier: Apache-2.0
#include "engine/record/study.h"

#include <algorithm>

namespace throughline::record {

RunStatus status_of(const Study& study) {
    if (!study.footer) {
        return RunStatus::Interrupted;
    }
    const auto any = [&](RunStatus status) {
        return std::any_of(study.runs.begin(), study.runs.end(), [&](const RunData& run) {
            return run.status == status;
        });
    };
    for (const auto status : {RunStatus::Failed, RunStatus::Interrupted, RunStatus::Stopped}) {
        if (any(status)) {
            return status;
        }
    }
    const bool short_of_plan =
        static_cast<std::int64_t>(study.runs.size()) < study.header.plan.runs;
    return short_of_plan ? RunStatus::Stopped : RunStatus::Done;
}

}  // namespace throughline::record
