// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/analysis/judgement.h"

// Used in this folder only.
namespace throughline::analysis {

/// The verdict of a run whose batches another's data loader delivered, from how long it was asked
/// for batches and what takes them; what our stages alone reach with the same data stands beside.
/// `consumer_busy`: share in %, where it computes. False: it is a run of ours, or has no accounts.
bool judge_loader(const record::RunData& run,
                  std::optional<double> consumer_busy,
                  Judgement& judgement);

}  // namespace throughline::analysis
