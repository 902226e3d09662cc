// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/measure/accelerator_pace.h"
#include "engine/measure/chosen_volume.h"
#include "engine/spec/settings.h"
#include "engine/volume/volume.h"

namespace throughline::measure {

/// What is asked for, in words.
struct VolumeWish {
    /// A target of the catalogue, by its id, with size, IOPS and MiB/s where it is sold by them
    /// ("aws-gp3:500GiB:6000iops:250MiB/s"; a bare number is GiB).
    std::string volume{};
    std::string credits = "full";  ///< or "empty", "25 %", "27000"
    std::string instance{};        ///< whose limits count too; "": none
};
/// What stands before each of the words in a refusal.
struct WishNames {
    std::string volume{};
    std::string credits{};
    std::string instance{};
};
/// Errors: Usage for what the catalogue does not have or does not know the limits of, and for a
///         size, number or balance that such a volume cannot have.
Result<ChosenVolume> choose_volume(const VolumeWish& wish,
                                   const catalog::Catalog& catalog,
                                   const WishNames& names);

/// A target whose limits are known. Both pointers outlive nothing but the catalogue.
struct EmulableVolume {
    const catalog::StorageTarget* target = nullptr;
    const volume::VolumeKind* kind = nullptr;  ///< null: not sold by size
    volume::Rules smallest{};                  ///< of the smallest that is sold
};
/// In the catalogue's order.
std::vector<EmulableVolume> emulable_volumes(const catalog::Catalog& catalog);

/// Those that a study names, by what was set of them.
using VolumeChoices = std::map<std::string, ChosenVolume, std::less<>>;

/// The volumes of all points that have storage.volume; storage.volume_credits and
/// storage.volume_instance with it. Errors: as choose_volume().
Result<VolumeChoices> choose_volumes(const std::vector<spec::Settings>& points,
                                     const CatalogSource& catalog);

/// Of one point; null where nothing is emulated.
const ChosenVolume* volume_of(const VolumeChoices& choices, const spec::Settings& point);

}  // namespace throughline::measure
