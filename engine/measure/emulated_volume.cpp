// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/emulated_volume.h"

namespace throughline::measure {

SteadyTime EmulatedVolume::answer_at(const storage::AskedRead& read, SteadyTime now) {
    const bool alone = read.file == storage::FileRead::kOpenForThis;
    return volume_.answer_at({.file = alone ? volume::Request::kAlone : read.file,
                              .offset_bytes = read.offset_bytes,
                              .bytes = read.bytes,
                              .block_bytes = read.block_bytes},
                             now);
}

std::unique_ptr<EmulatedVolume> make_volume(const PointOptions& point) {
    return point.volume == nullptr
               ? nullptr
               : std::make_unique<EmulatedVolume>(point.volume->rules, point.volume->start);
}

}  // namespace throughline::measure
