// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/gpu/gpu_rows.h"

#include <utility>

#include "engine/base/say.h"

namespace throughline::importers {

void GpuRows::add(const std::string& gpu,
                  std::optional<Moment> time,
                  const metrics::MetricValues& values) {
    if (run_ == nullptr) {
        run_ = &draft_.add_run();
        timed_ = time.has_value();
    }
    gpus_.insert(gpu);
    if (!in_sample_.insert(gpu).second) {
        flush();
        in_sample_.insert(gpu);
    }
    time_ = time ? time : time_;
    for (const auto& [key, value] : values) {
        values_.insert_or_assign(metrics::labelled(key, "gpu", gpu), value);
    }
    draft_.take_rows();
}

void GpuRows::finish(std::string_view why_period) {
    const auto assumed = draft_.assumed_number("period_seconds");
    const double period = assumed.value_or(1.0);
    if (run_ == nullptr) {
        return;
    }
    flush();
    if (timed_) {
        run_->times_are_absolute();
    } else if (!assumed) {
        draft_.ask("period_seconds", why_period);
    }
    const bool all_at_once = timed_ && times_.size() > 1 && times_.front() == times_.back();
    for (std::size_t i = 0; i < samples_.size(); ++i) {
        const double order = static_cast<double>(i + 1) * period;
        const double t = all_at_once ? times_[i] + order : (timed_ ? times_[i] : order);
        run_->sample(t, timed_ && !all_at_once ? 0.0 : period, std::move(samples_[i]));
    }
    if (all_at_once) {
        run_->note("gpu.same_time",
                   record::Level::Warning,
                   to_say("all rows carry the same time; they are shown one period apart"));
    }
    if (!unknown_) {
        run_->set("gpu_count", static_cast<double>(gpus_.size()));
    }
}

void GpuRows::flush() {
    in_sample_.clear();
    samples_.push_back(std::exchange(values_, {}));
    times_.push_back(!time_ ? 0.0 : draft_.utc_of(*time_));
}

}  // namespace throughline::importers
