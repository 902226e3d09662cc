// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace throughline {

/// "1234567" -> "1 234 567": groups of three with a narrow no-break space, in every language.
std::string digit_groups(std::string_view digits);

}  // namespace throughline
