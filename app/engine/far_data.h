// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/engine/terminal.h"
#include "engine/base/result.h"
#include "engine/remote/remote_files.h"
#include "engine/spec/settings.h"

namespace CLI {
class App;
}

namespace throughline::app {

/// Says on stderr which objects of a listing are left out, as their keys are no paths: the first
/// hundred by name, the others by their number. True: there are some.
bool warn_left_out(const remote::RemoteFiles& files);

/// What a store fails to answer: "the store refused 9 of 9 requests so far, each time with 503
/// SlowDown". "": nothing.
std::string failures_text(const remote::Store& store);

/// Adds "--set", for the settings that say how a store is reached.
void add_store_settings(CLI::App& command, std::vector<std::string>& sets);

/// The settings of a data set at `path`, with the values of its store, checked one by one; from
/// then on a store that closes a connection is an error of the write. Errors: Usage for what is no
/// such setting, or a path of this machine with some.
Result<spec::Settings> far_settings(const std::string& path, const std::vector<std::string>& sets);

/// Lists a data set that lies far away, with its progress in `line`, which says as well where the
/// store fails in between; null for a path of this
/// machine. `first_page`: as in remote::ListOptions.
/// Errors: those of far_settings() and measure::list_far().
Result<std::shared_ptr<const remote::RemoteFiles>> list_far_data(
    const std::string& path,
    const std::vector<std::string>& sets,
    std::stop_token stop,
    ProgressLine& line,
    bool first_page = false);

}  // namespace throughline::app
