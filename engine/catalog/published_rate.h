// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/catalog/accelerator_preset.h"

namespace throughline::catalog {

/// What others published of a network on one GPU, for a measured rate to be read beside.
struct PublishedRate {
    AcceleratorPreset figure{};
    bool same_card = false;  ///< as the measured one; else another's, for the order of magnitude
};

/// The fastest that was measured on the card of `device` ("NVIDIA H200, …"), else on any card: the
/// same chip is quoted with factors of up to 4, and the slow ones tell of the software. Rates over
/// real data are left out, since the data may have limited them, and those of int8 and fp8, which
/// are other arithmetic than ours. Nothing where none was published.
std::optional<PublishedRate> published_beside(const std::vector<AcceleratorPreset>& presets,
                                              std::string_view device,
                                              std::string_view network,
                                              std::string_view phase);

}  // namespace throughline::catalog
