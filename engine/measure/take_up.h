// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/measure/study_runner.h"
#include "engine/record/study.h"

namespace throughline::measure {

/// What differs between the conditions that a study was begun under and those of now.
struct ConditionChanges {
    /// Sentences for what would mix figures that do not compare: another machine, version, data.
    std::vector<std::string> forbidding{};
    /// "host.kernel was 6.8.0 and is 6.9.1": what is worth a note beside the figures.
    std::vector<std::string> notable{};
};
/// Keys that only one of them has say nothing.
ConditionChanges condition_changes(const spec::Settings& then, const spec::Settings& now);

/// Narrows a prepared study to the runs that `begun`, its own record so far, has no result of.
/// Errors: Unsupported where what is missing would not compare with what is there, with the reason.
Result<void> take_up(PreparedStudy& prepared, record::Study begun, std::stop_token stop);

}  // namespace throughline::measure
