// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/run/study.h"

namespace throughline::run {

/// The study as a table for a terminal: what was swept, images/s with its interval, device MB/s,
/// IOPS, disk utilisation, CPU, fed share; units in the header row; verdict and warnings below.
std::string study_table(const Study& study);

/// {"study", "title", "status", "verdict", "runs": [{"run", "status", "settings": {key: value},
/// "metrics": {key: number}, "intervals": {key: {low, high, n}}, "absent": {key: reason}}]}
std::string study_json(const Study& study);

/// Everything: header, settings, all metrics with units, absent reasons, notes (`show --all`).
std::string study_details(const Study& study);

}  // namespace throughline::run
