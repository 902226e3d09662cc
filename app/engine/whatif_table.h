// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/whatif/study_base.h"
#include "engine/whatif/what_if.h"

namespace throughline::app {

/// The answers for a terminal: scenarios as columns, the ladder of limits with the binding one
/// marked, sweeps, offers of a search, counts that are enough.
std::string what_if_table(const whatif::WhatIf& what_if);

/// What runs say about the inputs, and predicted against measured for the runs that were not used.
std::string calibration_table(const whatif::StudyBase& base, const record::Machine& here);

}  // namespace throughline::app
