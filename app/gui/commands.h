// SPDX-License-Identifier: GPL-3.0-or-later
// What `throughline` does without a window: `throughline export …`, `throughline thumbnail …`.
#pragma once

#include <optional>

namespace throughline::ui {

/// The exit status of the command that the arguments name; nothing where they name none.
std::optional<int> runCommand(int argc, char** argv);

}  // namespace throughline::ui
