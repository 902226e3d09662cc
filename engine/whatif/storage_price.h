// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/catalog/entries.h"

// What storage costs. Used in this folder only.
namespace throughline::whatif {

/// Of a month as prices have it.
inline constexpr double kHoursPerMonth = 730.0;

/// What is bought, of one unit.
struct StorageSize {
    double gib = 0.0;  ///< a provider's GB is a GiB as well
    double iops = 0.0;
    double bytes_per_s = 0.0;
};
/// A month of it, by tiers where the price has them ("usd_per_iops_month_above_32000"); none when
/// the price has no part for the size or for what is reserved of it, or a part that is not
/// understood. Prices of reading are none of it: the model has inputs for them.
std::optional<double> usd_per_month(const catalog::Price& price, const StorageSize& size);

}  // namespace throughline::whatif
