// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/steady_watch.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/base/clock.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/metrics/cpu_heat.h"
#include "engine/metrics/steadiness.h"

namespace throughline::measure {
namespace {

/// More or fewer images read than delivered: buffers fill, or are emptied. With many nodes that
/// share a slow store this may go on for long, and holds images/s down that will come later.
void note_read_ahead(const RepeatContext& context, const PipelineInterval& measured) {
    constexpr double kShareMin = 0.05;
    const auto& pipeline = context.point.pipeline;
    if (pipeline.stages != spec::Stages::Full || measured.images_cached > 0 ||
        measured.images_read == 0) {
        return;
    }
    const auto used = static_cast<double>(measured.images_delivered + measured.images_failed -
                                          measured.images_unread);
    const double kept = static_cast<double>(measured.images_read) - used;
    // So many batches come and go in a steady state, too: accelerators may be served at once.
    const double batches = std::max(4.0, 2.0 * pipeline.consumer.accelerators);
    if (std::abs(kept) < std::max(kShareMin * used, batches * pipeline.batch_images)) {
        return;
    }
    const double seconds = in_seconds(measured.length);
    const std::string read =
        format_quantity(static_cast<double>(measured.images_read) / seconds, "images/s");
    const std::string delivered =
        format_quantity(static_cast<double>(measured.images_delivered) / seconds, "images/s");
    context.sink.note(
        context.run,
        "measure.unsteady",
        record::Level::Warning,
        kept > 0.0 ? say_english("%1 were read and %2 delivered: the buffers were still filling; "
                                 "warm up for longer",
                                 read,
                                 delivered)
                   : say_english("%1 were read and %2 delivered: the rest came from the buffers; "
                                 "measure for longer",
                                 read,
                                 delivered));
}

}  // namespace

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

void SteadyWatch::note_rate(const RepeatContext& context) const {
    if (const auto settled = metrics::settled(rates_)) {
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
}

void SteadyWatch::conclude(const RepeatContext& context, const PipelineInterval& measured) const {
    // Of whole epochs with a cache the first is another than the others, and has figures of its
    // own.
    if (context.point.duration_seconds > 0.0 && !context.point.tells_epochs) {
        note_rate(context);
        note_read_ahead(context, measured);
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
