// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/storage_price.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "engine/base/text.h"
#include "engine/base/units.h"

namespace throughline::whatif {
namespace {

/// What the model charges per request or per GB read, as storage.json sets it there.
bool is_price_of_reading(const std::string& name) {
    return name == "usd_per_1000_get" || name == "usd_per_10000_get" || name == "usd_per_gb_read";
}

/// "usd_per_iops_month_above_3000" is the price of what is above 3000, beside or in place of that
/// of the first ones.
struct Tier {
    std::string_view per;
    double above = 0.0;
};
std::optional<Tier> tier_of(std::string_view name) {
    constexpr std::string_view kAbove = "_above_";
    const std::size_t at = name.find(kAbove);
    if (at == std::string_view::npos) {
        return Tier{.per = name};
    }
    const auto above = number_in<double>(name.substr(at + kAbove.size()));
    return above ? std::optional(Tier{.per = name.substr(0, at), .above = *above}) : std::nullopt;
}

/// How much there is of what a price is per; none when it is not understood.
std::optional<double> amount_of(std::string_view per, const StorageSize& size) {
    if (per == "usd_per_gb_month" || per == "usd_per_gib_month") {
        return size.gib;
    }
    if (per == "usd_per_iops_month") {
        return size.iops;
    }
    if (per == "usd_per_mbps_month") {
        return size.bytes_per_s / kMB;
    }
    if (per == "usd_per_mibps_month") {
        return size.bytes_per_s / kMiB;
    }
    if (per == "usd_per_hour") {
        return kHoursPerMonth;
    }
    return std::nullopt;
}

/// Where the next tier of the same begins.
double end_of(const Tier& tier, const catalog::Price& price) {
    double end = std::numeric_limits<double>::infinity();
    for (const auto& [name, usd] : price.amounts) {
        const auto other = tier_of(name);
        if (other && other->per == tier.per && other->above > tier.above) {
            end = std::min(end, other->above);
        }
    }
    return end;
}

/// What one part of a price comes to; none when it is not understood.
std::optional<double> part_of(const std::string& name,
                              double usd,
                              const catalog::Price& price,
                              const StorageSize& size) {
    if (is_price_of_reading(name)) {
        return 0.0;
    }
    const auto tier = tier_of(name);
    const auto amount = tier ? amount_of(tier->per, size) : std::nullopt;
    if (!amount) {
        return std::nullopt;
    }
    return usd * std::max(std::min(*amount, end_of(*tier, price)) - tier->above, 0.0);
}

}  // namespace

std::optional<double> usd_per_month(const catalog::Price& price, const StorageSize& size) {
    double usd = 0.0;
    bool of_storage = false;
    for (const auto& [name, amount] : price.amounts) {
        const auto part = part_of(name, amount, price, size);
        if (!part || !std::isfinite(*part)) {
            return std::nullopt;
        }
        usd += *part;
        of_storage = of_storage || !is_price_of_reading(name);
    }
    return of_storage ? std::optional(usd) : std::nullopt;
}

}  // namespace throughline::whatif
