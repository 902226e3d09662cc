// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/engine/terminal.h"
#include "engine/base/clock.h"
#include "engine/measure/study_runner.h"
#include "engine/record/record.h"

namespace throughline::app {

/// What `run` shows on stderr while it measures: the estimate before it starts, then a line with
/// bar, rate and time left.
/// Thread: the one that measures.
class RunDisplay {
public:
    /// `quiet`: nothing at all; who reads the events finds it there.
    explicit RunDisplay(bool quiet) : line_(quiet), quiet_(quiet) {}

    void plan(const measure::PreparedStudy& prepared);
    void progress(const measure::StudyProgress& progress);
    void sample(const record::Sample& sample);
    /// A line of its own, also where the progress is not shown. Thread: any.
    void notice(const std::string& text);
    void end_progress() { line_.clear(); }

private:
    void draw();

    ProgressLine line_;
    bool quiet_;
    double seconds_total_ = 0.0;
    double seconds_left_ = 0.0;
    SteadyTime left_at_ = kNever;
    std::string phase_;
    std::string where_;
    double images_per_second_ = -1.0;
    std::vector<std::string> shown_keys_;
};

}  // namespace throughline::app
