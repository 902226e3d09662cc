// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/mutex.h"
#include "engine/storage/answer_times.h"
#include "engine/volume/volume.h"

namespace throughline::measure {

/// One volume under all readers of a run, on the steady clock. Its credits are earned from when it
/// is made. Thread: any.
class EmulatedVolume final : public storage::AnswerTimes {
public:
    EmulatedVolume(const volume::Rules& rules, const volume::StartCredits& start);

    SteadyTime answer_at(const storage::AskedRead& read, SteadyTime now) override;
    /// Seconds of it count from when the volume was made.
    volume::Counted counted(SteadyTime now) const;
    SteadyTime made_at() const noexcept { return made_at_; }

private:
    SteadyTime made_at_ = steady_now();
    mutable Mutex mutex_;
    volume::Volume volume_ GUARDED_BY(mutex_);
};

}  // namespace throughline::measure
