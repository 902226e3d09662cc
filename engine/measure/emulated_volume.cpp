// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/emulated_volume.h"

#include <algorithm>

namespace throughline::measure {

EmulatedVolume::EmulatedVolume(const volume::Rules& rules, const volume::StartCredits& start)
    : volume_(rules, start) {}

SteadyTime EmulatedVolume::answer_at(const storage::AskedRead& read, SteadyTime now) {
    const MutexLock lock(mutex_);
    if (began_at_ == kNever) {
        began_at_ = now;
    }
    const bool alone = read.file == storage::FileRead::kOpenForThis;
    const double at_s = volume_.answer_at({.file = alone ? volume::Request::kAlone : read.file,
                                           .offset_bytes = read.offset_bytes,
                                           .bytes = read.bytes,
                                           .block_bytes = read.block_bytes},
                                          in_seconds(now - began_at_));
    return began_at_ + from_seconds(at_s);
}

volume::Counted EmulatedVolume::counted(SteadyTime now) const {
    const MutexLock lock(mutex_);
    return volume_.counted(began_at_ == kNever ? 0.0 : std::max(0.0, in_seconds(now - began_at_)));
}

SteadyTime EmulatedVolume::began_at() const {
    const MutexLock lock(mutex_);
    return began_at_;
}

std::unique_ptr<EmulatedVolume> make_volume(const PointOptions& point) {
    return point.volume == nullptr
               ? nullptr
               : std::make_unique<EmulatedVolume>(point.volume->rules, point.volume->start);
}

}  // namespace throughline::measure
