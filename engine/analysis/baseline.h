// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/analysis/judgement.h"

namespace throughline::analysis {

/// Whether a study is a storage baseline: runs of storage alone that no image is counted in, each
/// with the pattern in which it was asked.
bool is_baseline(const record::Study& study);

/// What the storage delivers at most, and what its shortest request takes. Call it for a baseline.
Judgement baseline_judgement(const record::Study& study);

}  // namespace throughline::analysis
