// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "engine/base/clock.h"
#include "engine/measure/emulated_volume.h"
#include "engine/measure/measured_interval.h"
#include "engine/measure/repeat.h"

// Used in this folder only.
namespace throughline::measure {

/// Tells what an emulated volume did in the samples and over the measured time of one repeat; where
/// nothing is emulated, nothing. Thread: one owner.
class VolumeWatch {
public:
    /// `volume` may be null.
    explicit VolumeWatch(const EmulatedVolume* volume) : volume_(volume) {}

    /// An interval ends at `now`: its figures go into `sample`, and when the sample's phase says so
    /// into those of the measured time.
    void end_interval(SteadyTime now, record::Sample& sample);
    /// Figures of the measured time, with the balance at its end, and notes: that the credits were
    /// gone, by which of its limits it limited, and that the real disk was the slower one.
    /// `measured` is longer than 0.
    void conclude(const RepeatContext& context,
                  const PipelineInterval& measured,
                  metrics::MetricValues& values) const;

private:
    metrics::MetricValues rates(double ios, double busy_s, double seconds) const;
    void note_credits_gone(const RepeatContext& context) const;
    /// By which of its limits the volume limited, and how much of the other was used.
    void note_limit(const RepeatContext& context) const;
    void note_slow_disk(const RepeatContext& context, const PipelineInterval& measured) const;

    const EmulatedVolume* volume_;
    volume::Counted last_{};
    SteadyTime last_at_ = kNever;
    double measured_s_ = 0.0;
    double measured_ios_ = 0.0;
    double measured_bytes_ = 0.0;
    double measured_busy_s_ = 0.0;
    volume::Counted end_{};  ///< of the measured time
};

}  // namespace throughline::measure
