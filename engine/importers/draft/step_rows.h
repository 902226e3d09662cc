// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "engine/base/say.h"
#include "engine/importers/draft/draft.h"

namespace throughline::importers {

/// The rows of a training log as samples of a run: by their times where the file has them, else in
/// their order, one unit apart, which the condition step_axis says.
class StepRows {
public:
    explicit StepRows(RunDraft& run) : run_(run) {}

    /// `time`: seconds since 1970, UTC. The first row decides whether the log has times.
    void add(std::optional<double> time, metrics::MetricValues values) {
        if (count_++ == 0) {
            timed_ = time.has_value();
            if (timed_) {
                run_.times_are_absolute();
            } else {
                run_.set("step_axis", to_say("rows of the log"));
            }
        }
        if (timed_ && !time) {
            return;
        }
        const auto order = static_cast<double>(count_);
        run_.sample(timed_ ? *time : order, timed_ ? 0.0 : 1.0, std::move(values));
    }
    std::size_t count() const noexcept { return count_; }

private:
    RunDraft& run_;
    std::size_t count_ = 0;
    bool timed_ = false;
};

/// Mean of values as they come.
struct RunningMean {
    double sum = 0.0;
    std::size_t count = 0;

    void add(double value) {
        sum += value;
        ++count;
    }
    std::optional<double> mean() const {
        return count == 0 ? std::nullopt : std::optional(sum / static_cast<double>(count));
    }
};

}  // namespace throughline::importers
