// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/measure/emulated_storage.h"
#include "engine/measure/volume_watch.h"

// Used in this folder only.
namespace throughline::measure {

/// Tells what emulated storage did in the samples and over the measured time of one repeat; where
/// nothing is emulated, nothing. Thread: one owner.
class EmulationWatch {
public:
    explicit EmulationWatch(const EmulatedStorage& storage)
        : storage_(storage), volume_(storage.volume.get()) {}

    /// What is asked of the store, real or emulated; null without one.
    const remote::Traffic* traffic(const Source& source) const noexcept {
        return storage_.traffic(source);
    }
    /// As VolumeWatch's; of a store how much it allows by now.
    void end_interval(SteadyTime now, record::Sample& sample);
    /// As VolumeWatch's; of a store notes that it has split its prefixes, and that the real disk
    /// was the slower one.
    void conclude(const RepeatContext& context,
                  const PipelineInterval& measured,
                  metrics::MetricValues& values) const;

private:
    void conclude_store(const RepeatContext& context, metrics::MetricValues& values) const;

    const EmulatedStorage& storage_;
    VolumeWatch volume_;
};

}  // namespace throughline::measure
