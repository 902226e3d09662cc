// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <variant>

#include "engine/spec/settings.h"

namespace throughline::store {

/// The `type` column of a setting, in the order of spec::SettingValue: SQLite has no booleans.
inline constexpr std::array kSettingTypes{"boolean", "integer", "real", "text"};
static_assert(kSettingTypes.size() == std::variant_size_v<spec::SettingValue>);

}  // namespace throughline::store
