// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "engine/model/burst.h"

// Kinds of volumes that providers sell. Used in this folder only.
namespace throughline::whatif {

/// Limits that follow from the IOPS that were bought.
struct ProvisionedRule {
    double iops_max = 0.0;
    double bytes_per_io = 0.0;     ///< bytes/s for each of the IOPS
    double bytes_per_s_max = 0.0;  ///< of a volume
};

/// A kind of volume, the sizes it is sold in, and what else can be asked for.
struct VolumeKind {
    std::string_view storage_id{};
    double gib_min = 0.0;
    double gib_max = 0.0;
    bool sells_iops = false;
    bool sells_bandwidth = false;
    double iops_per_gib = 0.0;  ///< that can be asked for at most; 0: not asked for
    /// What comes with every size, without a word; 0: as many IOPS as the size allows, and as much
    /// bandwidth as they give.
    double iops_included = 0.0;
    double bytes_per_s_included = 0.0;
    std::variant<model::EbsKind, ProvisionedRule> rule{};

    /// The limits of one. 0 = not said.
    model::EbsLimits limits(double gib, double iops, double mib_per_s) const;
};

/// Null for what is not sold by volume.
const VolumeKind* volume_kind(std::string_view storage_id) noexcept;
/// "aws-gp2, aws-gp3, …".
std::string volume_kind_names();

}  // namespace throughline::whatif
