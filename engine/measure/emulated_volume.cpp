// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/emulated_volume.h"

namespace throughline::measure {

EmulatedVolume::EmulatedVolume(const volume::Rules& rules, const volume::StartCredits& start)
    : volume_(rules, start) {}

SteadyTime EmulatedVolume::answer_at(const storage::AskedRead& read, SteadyTime now) {
    const MutexLock lock(mutex_);
    const double at_s = volume_.answer_at(
        {.file = read.file == storage::FileRead::kOpenForThis ? volume::Request::kAlone : read.file,
         .offset_bytes = read.offset_bytes,
         .bytes = read.bytes,
         .block_bytes = read.block_bytes},
        in_seconds(now - made_at_));
    return made_at_ + from_seconds(at_s);
}

volume::Counted EmulatedVolume::counted(SteadyTime now) const {
    const MutexLock lock(mutex_);
    return volume_.counted(in_seconds(now - made_at_));
}

}  // namespace throughline::measure
