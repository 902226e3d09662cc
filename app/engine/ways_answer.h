// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/engine/report.h"
#include "engine/catalog/catalog.h"
#include "engine/whatif/scenario.h"

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
    std::string store;  ///< of the catalogue; "": that of the study
    std::string disk;   ///< likewise; "": not said
    bool json = false;
};

/// Adds them to the command; returns --ways.
CLI::Option* add_ways_options(CLI::App& command, WaysOptions& options);
/// Prints the answer. `save`: a file of scenarios that is to keep study and question; "": none.
ExitCode answer_about_ways(const WaysOptions& options, const std::string& save);

/// Of a file that asks for the ways: for a terminal, and as a JSON document.
std::string ways_text(const whatif::ScenarioFile& file, const catalog::Catalog& catalog);
std::string ways_json(const whatif::ScenarioFile& file, const catalog::Catalog& catalog);

}  // namespace throughline::app
