// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/spec/settings.h"
#include "engine/spec/spec.h"

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
/// Whether another's data loader delivers the batches of a point, in place of storage and decode.
bool is_by_loader(const Settings& settings);
/// Whether a point of the study has one: decode.threads then follows loader.workers.
bool has_loader(const StudySpec& spec);
/// Whether a setting has a meaning there: of a loader only with one, of our stages only without.
bool loader_setting_matters(std::string_view key, const Settings& settings);

}  // namespace throughline::spec
