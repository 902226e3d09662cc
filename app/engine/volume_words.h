// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/catalog/catalog.h"
#include "engine/measure/volume_choice.h"

namespace CLI {
class App;
}

namespace throughline::app {

inline constexpr const char* kVolumeHint =
    "'throughline-engine volume list' lists the volumes and their sizes, 'catalog list' the "
    "instances.";

/// The argument and options that say which volume; `wish` lives as long as the command.
void add_volume_words(CLI::App& command, measure::VolumeWish& wish);
/// What they say. Errors: Usage.
Result<measure::ChosenVolume> choose_as_asked(const measure::VolumeWish& wish,
                                              const catalog::Catalog& catalog);

}  // namespace throughline::app
