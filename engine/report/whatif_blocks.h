// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/report/blocks.h"
#include "engine/report/definition.h"
#include "engine/whatif/scenario.h"

namespace throughline::report {

/// The scenarios of a block: its file, or 1, 2, 4 and 8 of the usual GPU on what the studies
/// measured. Errors: Format, Usage: of the file; what keeps runs from being a base.
Result<whatif::ScenarioFile> scenarios_of(const Block& block, Studies studies);

/// What each scenario is predicted to do and what it takes to feed the last one; in `assumed`,
/// everything that is assumed. Figures of the catalogue are those of this program.
/// Errors: as scenarios_of() and whatif::evaluate().
Result<void> add_what_if(const Block& block, Studies studies, Items& items, Items& assumed);

}  // namespace throughline::report
