// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace throughline::remote {

/// Reads a variable of the environment; "" where there is none.
using Environment = std::function<std::string(const char* name)>;
/// Of this process. Not while others change it.
Environment process_environment();

}  // namespace throughline::remote
