// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/volume/volume.h"

namespace throughline::measure {

/// A volume that a run's reads are emulated on.
struct ChosenVolume {
    std::string name{};    ///< as it was set: "aws-gp2:100GiB"
    std::string target{};  ///< its id in the catalogue
    volume::Rules rules{};
    volume::StartCredits start{};
    std::string text{};  ///< what is emulated, by whose limits, for the record: in English
};

}  // namespace throughline::measure
