// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace throughline::spec {

/// A note in which settings stand under their keys, as records hold them, with their titles:
/// "decode.threads was changed" -> "“Decode threads” was changed".
std::string with_setting_titles(std::string text);

}  // namespace throughline::spec
