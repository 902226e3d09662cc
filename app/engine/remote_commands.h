// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace CLI {
class App;
}

// The commands that two computers meet in; see commands.h.
namespace throughline::app {

void add_remote_command(CLI::App& app, int& exit_code);
void add_remote_serve_commands(CLI::App& app, int& exit_code);  ///< hidden: its other end

}  // namespace throughline::app
