// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace throughline {

/// A variable of this process's environment; "" where there is none.
/// Thread: any, as long as nobody sets one.
std::string environment_variable(const char* name);

/// The file of a program called `name` in the folders of PATH, or of /usr/bin and /bin where there
/// is no PATH. Folders that are not named from the root are passed over: what lies where someone
/// happens to stand is not meant. None: no folder has one that may be run.
/// Thread: any, as above.
std::optional<std::string> program_in_path(const std::string& name);

}  // namespace throughline
