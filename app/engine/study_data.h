// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/panels/experiment.h"

namespace throughline::app {

/// Makes what is missing of an experiment's data below `root`, showing how far it is unless
/// `quiet`; what is there is kept, also after a stop.
/// Blocks: until done. SIGINT and SIGTERM end it: Stopped.
/// Errors: as make_dataset() and convert_dataset().
Result<void> make_study_data(const panels::Experiment& experiment,
                             const std::string& root,
                             bool quiet);

}  // namespace throughline::app
