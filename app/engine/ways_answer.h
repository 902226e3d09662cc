// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/engine/report.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace throughline::app {

/// What `whatif --ways` is asked.
struct WaysOptions {
    std::string study;  ///< "": it is not asked
    std::string data;   ///< "150GB"; "": as measured
    std::string cache;  ///< likewise; "": holds everything
    std::string policy = "keep";
    std::vector<double> epochs;
    bool json = false;
};

/// Adds them to the command; returns --ways.
CLI::Option* add_ways_options(CLI::App& command, WaysOptions& options);
/// Prints the answer.
ExitCode answer_about_ways(const WaysOptions& options);

}  // namespace throughline::app
