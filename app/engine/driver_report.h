// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/engine/json_output.h"
#include "app/engine/plugin_report.h"

namespace throughline::app {

/// What the driver's library says of the machine.
struct DriverReport {
    std::string problem;  ///< why there is no answer, or none of use; "" = there is one
    std::string advice;   ///< what to do about the problem; "" = nothing in particular is known
    bool hung = false;    ///< it was asked, and its process had to be ended
    std::vector<std::string> names;  ///< of the GPUs
};

/// Loads the driver's library into this process, starts it and gives what it said as JSON: what the
/// child does. It may crash, or hang on a GPU that fell off the bus.
Json driver_report_json(const std::string& library);

/// That JSON again.
DriverReport driver_report_from(const std::string& json);

/// Asks the driver in a child process: the library's name comes behind its command. Blocks: at most
/// about the child's patience.
DriverReport ask_driver(const std::string& library, const ReportChild& child);

}  // namespace throughline::app
