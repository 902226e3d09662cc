// SPDX-License-Identifier: Apache-2.0
#include "engine/volume/clocked_volume.h"

#include <algorithm>

namespace throughline::volume {

SteadyTime ClockedVolume::answer_at(const Request& request, SteadyTime now) {
    const MutexLock lock(mutex_);
    if (began_at_ == kNever) {
        began_at_ = now;
    }
    return began_at_ + from_seconds(volume_.answer_at(request, in_seconds(now - began_at_)));
}

Counted ClockedVolume::counted(SteadyTime now) const {
    const MutexLock lock(mutex_);
    return volume_.counted(began_at_ == kNever ? 0.0 : std::max(0.0, in_seconds(now - began_at_)));
}

SteadyTime ClockedVolume::began_at() const {
    const MutexLock lock(mutex_);
    return began_at_;
}

}  // namespace throughline::volume
