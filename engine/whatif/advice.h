// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/analysis/observed.h"
#include "engine/record/study.h"

namespace throughline::whatif {

/// What can be done about what limits a study, measured here or watched.
struct Advice {
    /// For a training that is limited so; before them, where others have its processors, to stop
    /// those.
    std::vector<analysis::Remedy> remedies{};
    /// What the model, calibrated on the study alone, expects of one change, the most helpful
    /// first: "Twice “Storage bandwidth”: 1.9 times the rate." In the spoken language. Empty where
    /// it has no runs of its stages.
    std::vector<std::string> gains{};

    bool empty() const noexcept { return remedies.empty() && gains.empty(); }
};
/// Nothing is advised where nothing stands out, or others had a hand in the figures of a run of
/// ours. Call derive() first.
Advice advice_on(const record::Study& study);

}  // namespace throughline::whatif
