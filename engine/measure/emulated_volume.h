// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/measure/point_options.h"
#include "engine/storage/answer_times.h"
#include "engine/volume/clocked_volume.h"

namespace throughline::measure {

/// One volume under all readers of a run. Thread: any.
class EmulatedVolume final : public storage::AnswerTimes {
public:
    EmulatedVolume(const volume::Rules& rules, const volume::StartCredits& start)
        : volume_(rules, start) {}

    SteadyTime answer_at(const storage::AskedRead& read, SteadyTime now) override;
    volume::Counted counted(SteadyTime now) const { return volume_.counted(now); }
    /// When the first read came; kNever: none has.
    SteadyTime began_at() const { return volume_.began_at(); }

private:
    volume::ClockedVolume volume_;
};

/// Of a run that emulates one, as new; null for others.
std::unique_ptr<EmulatedVolume> make_volume(const PointOptions& point);

}  // namespace throughline::measure
