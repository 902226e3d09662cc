// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/measure/accelerator_pace.h"
#include "engine/spec/settings.h"
#include "engine/volume/volume.h"

namespace throughline::measure {

/// A volume that a run's reads are emulated on.
struct ChosenVolume {
    std::string name{};  ///< as it was set: "aws-gp2:100GiB"
    volume::Rules rules{};
    volume::StartCredits start{};
    std::string text{};  ///< what is emulated, by whose limits, for the record: a sentence
};

/// Those that a study names, by what was set of them.
using VolumeChoices = std::map<std::string, ChosenVolume, std::less<>>;

/// The volumes of all points that have storage.volume: a target of the catalogue, by its id, with
/// size, IOPS and MiB/s where it is sold by them ("aws-gp3:500GiB:6000iops:250MiB/s"; a bare number
/// is GiB); storage.volume_credits and storage.volume_instance with it.
/// Errors: Usage for what the catalogue does not have or does not know the limits of, and for a
///         size, number or balance that such a volume cannot have.
Result<VolumeChoices> choose_volumes(const std::vector<spec::Settings>& points,
                                     const CatalogSource& catalog);

/// Of one point; null where nothing is emulated.
const ChosenVolume* volume_of(const VolumeChoices& choices, const spec::Settings& point);

}  // namespace throughline::measure
