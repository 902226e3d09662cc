// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "engine/importers/draft/draft.h"
#include "engine/importers/read/timestamp.h"

namespace throughline::importers {

/// The rows of a monitor's table as samples of one run: at the times that stand in them, else in
/// order, --assume period_seconds apart.
class TimedRows {
public:
    enum class Times {
        None,   ///< the rows have only their order
        Clock,  ///< seconds since the run began, or since a midnight of no known date
        Utc,    ///< seconds since 1970
    };
    TimedRows(Draft& draft, Times times);

    RunDraft& run() { return run_; }

    /// Of rows without times: asks how far they are apart, unless it was said. Whether it asked.
    bool ask_period(std::string_view why, std::string_view what = "rows");
    /// That is known after all, unless another was said with --assume.
    void period_is(double seconds) { period_ = period_ ? period_ : seconds; }

    /// Says that the first row is since boot, which add() was told by its phase.
    void note_since_boot();

    /// `at`: when the row was taken; a row that lacks it stands at the time of the one before.
    /// `dt`: how long its interval was; 0: since the row before.
    void add(const std::optional<Moment>& at,
             double dt,
             metrics::MetricValues values,
             record::Phase phase = record::Phase::Measured);

private:
    Draft& draft_;
    RunDraft& run_;
    Times times_;
    std::optional<double> period_;
    double last_ = 0.0;
    double rows_ = 0.0;
};

}  // namespace throughline::importers
