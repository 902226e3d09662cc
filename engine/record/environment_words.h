// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/spec/settings.h"

// What a record says of the machine, the data set and its own origin, as people read it.
namespace throughline::record {

/// "I/O scheduler of vda" for "device.vda.scheduler"; a key of nobody's is its own title.
std::string environment_title(std::string_view key);

/// "25.3 GB", "4,000", "yes", or the value's own words.
std::string environment_text(std::string_view key, const spec::SettingValue& value);

}  // namespace throughline::record
