// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/spec/settings.h"

namespace throughline::record {

/// What people call a condition of a run: a setting of this program, or what an imported run says
/// of itself ("batch_size": "Batch size per GPU"). Its key where neither is known.
std::string condition_title(std::string_view key);

/// Its value for people, in the spoken language: a setting as spec::people_text() has it, a number
/// of an imported run with its unit ("4 KiB", "1.5 s", "224 px"), a text as it stands; "–": none.
std::string condition_text(std::string_view key, const spec::SettingValue& value);

}  // namespace throughline::record
