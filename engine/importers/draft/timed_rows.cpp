// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/draft/timed_rows.h"

#include <utility>

#include "engine/base/say.h"

namespace throughline::importers {

TimedRows::TimedRows(Draft& draft, Times times)
    : draft_(draft),
      run_(draft.add_run()),
      times_(times),
      period_(draft.assumed_number("period_seconds")) {
    if (times == Times::Utc) {
        run_.times_are_absolute();
    }
}

bool TimedRows::ask_period(std::string_view why, std::string_view what) {
    const bool unknown = times_ == Times::None && !period_;
    if (unknown) {
        draft_.ask("period_seconds", why);
        run_.set("step_axis", what);
    }
    return unknown;
}

void TimedRows::note_since_boot() {
    run_.note("import.since_boot",
              record::Level::Info,
              to_say("the first row is an average since boot: kept, but not in the figures"));
}

void TimedRows::add(const std::optional<Moment>& at,
                    double dt,
                    metrics::MetricValues values,
                    record::Phase phase) {
    const double step = period_.value_or(1.0);
    rows_ += 1.0;
    if (times_ == Times::None) {
        last_ = rows_ * step;
    } else if (at) {
        last_ = times_ == Times::Utc ? draft_.utc_of(*at) : at->seconds;
    }
    run_.sample(last_, times_ == Times::None ? step : dt, std::move(values), phase);
}

}  // namespace throughline::importers
