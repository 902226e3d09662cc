// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/base/mutex.h"
#include "engine/measure/point_options.h"
#include "engine/storage/answer_times.h"
#include "engine/volume/volume.h"

namespace throughline::measure {

/// One volume under all readers of a run, on the steady clock; its seconds count, and its credits
/// are earned, from the first read on. Thread: any.
class EmulatedVolume final : public storage::AnswerTimes {
public:
    EmulatedVolume(const volume::Rules& rules, const volume::StartCredits& start);

    SteadyTime answer_at(const storage::AskedRead& read, SteadyTime now) override;
    volume::Counted counted(SteadyTime now) const;
    /// When the first read came; kNever: none has.
    SteadyTime began_at() const;

private:
    mutable Mutex mutex_;
    SteadyTime began_at_ GUARDED_BY(mutex_) = kNever;
    volume::Volume volume_ GUARDED_BY(mutex_);
};

/// Of a run that emulates one, as new; null for others.
std::unique_ptr<EmulatedVolume> make_volume(const PointOptions& point);

}  // namespace throughline::measure
