// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace throughline {

/// As say_recorded(), unquoted where no message makes the text: for what another program of ours or
/// an import said in English, and for what may be said in the spoken language already.
/// Errors: none. Thread: any.
std::string say_again(std::string_view text);

}  // namespace throughline
