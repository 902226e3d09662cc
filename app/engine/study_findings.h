// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/panels/panels.h"
#include "engine/record/study.h"

namespace throughline::app {

/// Prints whether what these panels' studies found holds in `study`, by which rule, how sure that
/// is and what of it was emulated: for people, or as JSON {"study", "experiment", "findings":
/// [{"panel", "claim", "holds", "grade", "sentence", "rule", "emulated"}]}.
void print_findings(const record::Study& study,
                    const std::vector<const panels::Panel*>& shown,
                    bool as_json);

}  // namespace throughline::app
