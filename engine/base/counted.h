// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace throughline {

/// "1 run", "1 234 runs": a count with its noun. `many` "" = `one` with an s.
std::string counted(std::uint64_t count, std::string_view one, std::string_view many = {});

}  // namespace throughline
