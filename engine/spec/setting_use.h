// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/spec/settings.h"

namespace throughline::spec {

/// The keys of a run that have an effect, as its stages and its other settings are: of an emulated
/// volume's credits only where there is one. Ours in the order of all_settings(), then foreign
/// ones.
std::vector<std::string> settings_in_use(const Settings& settings);

/// Whether a cache on a disk or in memory lies in front of the data set's storage. `settings` are
/// complete.
bool has_read_tier(const Settings& settings);

/// The keys that say how the store of a data set that is far away is reached; no secret is among
/// what they say.
std::span<const char* const> store_settings() noexcept;

}  // namespace throughline::spec
