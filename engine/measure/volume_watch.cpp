// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/volume_watch.h"

#include <algorithm>
#include <string>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/record/record.h"

namespace throughline::measure {
namespace {

// Below this the volume could have given more, above it the readers had nothing else to wait for.
constexpr double kUsedUpPercent = 95.0;
constexpr double kBusyShare = 0.95;

void add_balances(const volume::Counted& counted, metrics::MetricValues& values) {
    if (counted.io_credits) {
        values["volume_io_credits"] = *counted.io_credits;
    }
    if (counted.byte_credits) {
        values["volume_byte_credits"] = *counted.byte_credits;
    }
}

}  // namespace

metrics::MetricValues VolumeWatch::rates(double ios, double busy_s, double seconds) const {
    return {{"volume_counted_ios_per_second", ios / seconds},
            {"volume_utilisation", std::min(100.0, 100.0 * busy_s / seconds)}};
}

void VolumeWatch::end_interval(SteadyTime now, record::Sample& sample) {
    const SteadyTime began_at = volume_ == nullptr ? kNever : volume_->began_at();
    if (began_at == kNever) {
        return;  // nothing was read yet
    }
    const volume::Counted counted = volume_->counted(now);
    const double seconds = in_seconds(now - (last_at_ == kNever ? began_at : last_at_));
    const double ios = counted.ios - last_.ios;
    const double busy_s = counted.busy_s - last_.busy_s;
    if (seconds > 0.0) {
        sample.metrics.merge(rates(ios, busy_s, seconds));
    }
    add_balances(counted, sample.metrics);
    if (sample.phase == record::Phase::Measured) {
        measured_s_ += seconds;
        measured_ios_ += ios;
        measured_bytes_ += counted.bytes - last_.bytes;
        measured_busy_s_ += busy_s;
        end_ = counted;
    }
    last_ = counted;
    last_at_ = now;
}

void VolumeWatch::conclude(const RepeatContext& context,
                           const PipelineInterval& measured,
                           metrics::MetricValues& values) const {
    if (volume_ == nullptr || measured_s_ <= 0.0) {
        return;
    }
    values.merge(rates(measured_ios_, measured_busy_s_, measured_s_));
    add_balances(end_, values);
    note_credits_gone(context);
    if (context.repeat == 1) {
        note_limit(context);
    }
    note_slow_disk(context, measured);
}

void VolumeWatch::note_credits_gone(const RepeatContext& context) const {
    if (!last_.credits_gone_s || *last_.credits_gone_s <= 0.0) {
        return;
    }
    const auto& limits = context.point.volume->rules.limits;
    const bool of_ios = last_.io_credits.has_value();
    context.sink.note(context.run,
                      "volume.credits_gone",
                      record::Level::Warning,
                      say_english("repeat %1: the credits of the emulated volume were gone %2 s "
                                  "after the first read; from then on it gives %3",
                                  std::to_string(context.repeat),
                                  format_significant(*last_.credits_gone_s, 4),
                                  of_ios ? format_quantity(limits.iops.baseline, "IOPS")
                                         : format_quantity(limits.bytes_per_s.baseline, "bytes/s")),
                      context.point.volume->name);
}

void VolumeWatch::note_limit(const RepeatContext& context) const {
    const auto& limits = context.point.volume->rules.limits;
    const bool burst = !last_.credits_gone_s;
    const double iops = burst ? limits.iops.burst : limits.iops.baseline;
    const double bytes = burst ? limits.bytes_per_s.burst : limits.bytes_per_s.baseline;
    const double ios_used = 100.0 * measured_ios_ / measured_s_ / iops;
    const double bytes_used = 100.0 * measured_bytes_ / measured_s_ / bytes;
    if (100.0 * measured_busy_s_ / measured_s_ < kUsedUpPercent ||
        std::max(ios_used, bytes_used) < kUsedUpPercent) {
        return;  // it did not, or what limited was the instance's
    }
    const bool of_ios = ios_used > bytes_used;
    context.sink.note(
        context.run,
        "volume.limit",
        record::Level::Info,
        say_english(of_ios ? to_say("the emulated volume limited by its IOPS: %1 of %2 were used, "
                                    "and %3 % of its bandwidth")
                           : to_say("the emulated volume limited by its bandwidth: %1 of %2 were "
                                    "used, and %3 % of its IOPS"),
                    of_ios ? format_quantity(measured_ios_ / measured_s_, "IOPS")
                           : format_quantity(measured_bytes_ / measured_s_, "bytes/s"),
                    of_ios ? format_quantity(iops, "IOPS") : format_quantity(bytes, "bytes/s"),
                    format_significant(of_ios ? bytes_used : ios_used, 2)),
        context.point.volume->name);
}

/// What limits is the emulation only where the real disk is faster.
void VolumeWatch::note_slow_disk(const RepeatContext& context,
                                 const PipelineInterval& measured) const {
    const double used = std::min(100.0, 100.0 * measured_busy_s_ / measured_s_);
    const auto& read = measured.read;
    const bool waited_for_others = static_cast<double>(read.busy.count()) <
                                   kBusyShare * static_cast<double>(read.wall().count());
    if (used >= kUsedUpPercent || waited_for_others) {
        return;
    }
    context.sink.note(context.run,
                      "volume.not_limiting",
                      record::Level::Warning,
                      say_english("the emulated volume was used to %1 % of its limits although the "
                                  "readers read all the time: what limited is the real disk, or "
                                  "how many reads are in flight (storage.queue_depth), not the "
                                  "volume",
                                  format_significant(used, 2)),
                      context.point.volume->name);
}

}  // namespace throughline::measure
