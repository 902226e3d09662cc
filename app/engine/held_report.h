// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/engine/report.h"

namespace throughline::app {

/// A report that holds, or how the program ends without one.
struct HeldReport {
    std::string bytes{};
    ExitCode exit_code = kDone;  ///< not kDone: it was said why
};

/// Reads and verifies a report. `undone` says, behind "does not hold", what was not done then.
HeldReport read_held_report(const std::string& file, const std::string& undone);

}  // namespace throughline::app
