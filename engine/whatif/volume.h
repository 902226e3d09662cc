// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/catalog/entries.h"
#include "engine/model/burst.h"

namespace throughline::whatif {

/// What is asked for when a block volume is made; its limits, its credits and its price follow.
/// 0 = not said: the provider's default (which a size does not have).
struct Volume {
    double gib = 0.0;
    double iops = 0.0;       ///< provisioned, where they can be
    double mib_per_s = 0.0;  ///< provisioned, where it can be
    double hours = 0.0;      ///< of reading: credits count as their mean over it; 0: not at all

    bool empty() const noexcept { return *this == Volume(); }
    bool operator==(const Volume&) const = default;
};

/// What follows from a volume, of one of them.
struct VolumeLimits {
    double sto_bw = 0.0;    ///< bytes/s, mean over the hours
    double sto_iops = 0.0;  ///< mean over the hours
    double sto_bw_after_credits = 0.0;
    double sto_iops_after_credits = 0.0;
    double sto_bw_at_burst = 0.0;  ///< while there are credits; without such as after them
    double sto_iops_at_burst = 0.0;
    model::EbsLimits credits{};             ///< the buckets
    std::optional<double> usd_per_month{};  ///< absent when the catalogue has no price

    bool has_credits() const noexcept { return model::credits_last_s(credits).has_value(); }
};

/// Whether the limits of this target of the catalogue follow from the size of a volume.
bool sold_by_volume(std::string_view storage_id) noexcept;

/// Whether it can be asked for with a number of IOPS, and with a bandwidth.
bool sells_iops(std::string_view storage_id) noexcept;
bool sells_bandwidth(std::string_view storage_id) noexcept;

/// The smallest volume of this target that holds so much, in GiB; absent when none is large enough,
/// and for what is not sold by volume.
std::optional<double> smallest_gib_that_holds(std::string_view storage_id, double bytes);

/// Volumes that hold so much and are worth comparing: for each step of what they give (their size,
/// or the IOPS and bandwidth that they are sold with) the smallest. Empty when none is large
/// enough.
std::vector<Volume> volumes_that_hold(std::string_view storage_id, double bytes);

/// "500 GiB, 6000 IOPS, 250 MiB/s".
std::string describe(const Volume& volume);

/// Of what was asked for, that which volumes of this target are sold with.
Volume as_sold(std::string_view storage_id, const Volume& volume);

/// Limits of a volume: engine/model/README.md, Burst credits.
/// Errors: Usage for a target that is not sold by volume, for a size that it is not sold in or that
///         is missing, for IOPS and MiB/s that it is not sold with, and for numbers below 0.
Result<VolumeLimits> limits_of(const catalog::StorageTarget& target, const Volume& volume);

}  // namespace throughline::whatif
