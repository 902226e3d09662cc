// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/scenario/study_base.h"
#include "engine/scenario/what_if.h"

namespace throughline::app {

/// The answers for a terminal: scenarios as columns, the ladder of limits with the binding one
/// marked, sweeps, offers of a search, counts that are enough.
std::string what_if_table(const scenario::WhatIf& what_if);

/// What runs say about the inputs, and predicted against measured for the runs that were not used.
std::string calibration_table(const scenario::StudyBase& base, const run::Machine& here);

}  // namespace throughline::app
