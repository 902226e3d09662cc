// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace throughline {

/// A word of a command, quoted for a POSIX shell, only where needed.
std::string shell_quote(std::string_view word);

}  // namespace throughline
