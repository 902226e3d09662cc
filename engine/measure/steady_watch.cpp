// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/steady_watch.h"

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/metrics/cpu_heat.h"
#include "engine/metrics/steadiness.h"

namespace throughline::measure {

void SteadyWatch::begin() {
    rates_.clear();
    seconds_ = 0.0;
    if (!slowdowns_) {
        slowdowns_ = metrics::heat_slowdowns();
    }
}

void SteadyWatch::add(double seconds, const metrics::MetricValues& rates) {
    const auto rate = rates.find("images_per_second");
    if (rate != rates.end()) {
        rates_.push_back(rate->second);
        seconds_ += seconds;
    }
}

void SteadyWatch::conclude(const RepeatContext& context) const {
    // Of whole epochs with a cache the first is another than the others, and has figures of its
    // own.
    const bool by_epochs = context.point.duration_seconds <= 0.0 || context.point.tells_epochs;
    if (const auto settled = by_epochs ? std::nullopt : metrics::settled(rates_)) {
        const double early_s =
            seconds_ * static_cast<double>(settled->after) / static_cast<double>(rates_.size());
        context.sink.note(
            context.run,
            "measure.unsteady",
            record::Level::Warning,
            say_english(
                "the rate was not steady: %1 in the first %2, %3 after; warm up for longer, "
                "or measure for longer",
                format_quantity(settled->early, "images/s"),
                format_duration(early_s),
                format_quantity(settled->late, "images/s")));
    }
    const auto now = metrics::heat_slowdowns();
    if (slowdowns_ && now && *now > *slowdowns_) {
        context.sink.note(context.run,
                          "cpu.heat",
                          record::Level::Warning,
                          say_english("the processors were slowed because of heat; the figures are "
                                      "of that, too"));
    }
}

}  // namespace throughline::measure
