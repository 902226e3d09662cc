// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/analysis/gpu_accounts.h"

namespace throughline::analysis {

/// What the exchange of gradients between nodes takes of the accelerators' time, where they do not
/// wait for data: it is named from a tenth of the time on, and limits where it takes more than
/// computing. Neither is said where they wait for the slowest of them for longer than both. No
/// ceiling has it in it.
GpuHold step_hold(const record::RunData& run, Judgement& judgement);

}  // namespace throughline::analysis
