// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/panels/panels.h"
#include "engine/record/study.h"

namespace throughline::report {

/// A panel of the published studies (engine/panels) and a study that measured it again.
struct MeasuredPanel {
    const panels::Panel* panel = nullptr;
    const record::Study* study = nullptr;  ///< borrowed
};

/// The panels of those studies that repeat an experiment, study by study; of each all
/// that it serves, in the order of their table.
std::vector<MeasuredPanel> measured_panels(std::span<const record::Study> studies);

}  // namespace throughline::report
