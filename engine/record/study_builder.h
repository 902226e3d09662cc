// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "engine/base/result.h"
#include "engine/record/record.h"
#include "engine/record/study.h"
#include "engine/record/study_builder.h"

namespace throughline::record {

/// Builds a Study line by line; the window uses it live, read_record() on a file.
/// Thread: one owner.
class StudyBuilder {
public:
    StudyBuilder() = default;
    /// Goes on with a study that was read.
    explicit StudyBuilder(Study so_far) : study_(std::move(so_far)), has_header_(true) {}

    /// Errors: Format when a line does not fit (a sample of a run that was never started).
    Result<void> add(const Line& line);
    /// The study so far. An unfinished run has status Interrupted; its summary is computed from
    /// its measured samples by summarise_samples().
    Study finish() &&;
    const Study& so_far() const noexcept { return study_; }

private:
    RunData* find_run(int number);
    Result<void> start_run(const RunStarted& started);
    Study study_;
    bool has_header_ = false;
    bool taken_up_ = false;  ///< runs without a result may start again
};

}  // namespace throughline::record
