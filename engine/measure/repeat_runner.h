// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/measure/repeat.h"

namespace throughline::measure {

/// Measures one configuration once: page cache, pipeline, warm-up, measured time, drain. Writes a
/// sample line per second and notes for images that failed.
/// Blocks: for the time of the run; control.stop() ends it within a second, keeping the figures of
/// what was measured.
RepeatOutcome run_repeat(const RepeatContext& context);

}  // namespace throughline::measure
