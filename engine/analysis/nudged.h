// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/analysis/judgement.h"

namespace throughline::analysis {

/// What nudging a job says of the class that watching it suggests.
enum class Proof : std::uint8_t {
    None,         ///< it was not nudged, or not what the class is about
    Confirmed,    ///< the leverage of what the class names is above one half, with its interval
    Contradicted  ///< it is below; or that of the disk is above, and the class names no storage
};
Proof proof_of(const record::RunData& run, Limit limit);

/// What became slower by how much, in whole sentences of the spoken language.
std::vector<std::string> nudge_evidence(const record::RunData& run);

}  // namespace throughline::analysis
