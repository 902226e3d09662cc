// SPDX-License-Identifier: Apache-2.0
#include "engine/scenario/storage_price.h"

#include <algorithm>
#include <cmath>

namespace throughline::scenario {
namespace {

constexpr double kHoursPerMonth = 730.0;
constexpr double kMB = 1e6;
constexpr double kMiB = 0x1p20;

/// What the model charges per request or per GB read, as storage.json sets it there.
bool is_price_of_reading(const std::string& name) {
    return name == "usd_per_1000_get" || name == "usd_per_10000_get" || name == "usd_per_gb_read";
}

/// What one part of a price comes to; none when it is not understood.
std::optional<double> part_of(const std::string& name, double amount, const StorageSize& size) {
    if (name == "usd_per_gb_month" || name == "usd_per_gib_month") {
        return amount * size.gib;
    }
    if (name == "usd_per_iops_month") {
        return amount * size.iops;
    }
    if (name == "usd_per_iops_month_above_3000") {
        return amount * std::max(size.iops - 3000.0, 0.0);
    }
    if (name == "usd_per_mbps_month") {
        return amount * size.bytes_per_s / kMB;
    }
    if (name == "usd_per_mibps_month_above_125") {
        return amount * std::max(size.bytes_per_s / kMiB - 125.0, 0.0);
    }
    if (name == "usd_per_hour") {
        return amount * kHoursPerMonth;
    }
    return is_price_of_reading(name) ? std::optional(0.0) : std::nullopt;
}

}  // namespace

std::optional<double> usd_per_month(const catalog::Price& price, const StorageSize& size) {
    double usd = 0.0;
    bool of_storage = false;
    for (const auto& [name, amount] : price.amounts) {
        const auto part = part_of(name, amount, size);
        if (!part || !std::isfinite(*part)) {
            return std::nullopt;
        }
        usd += *part;
        of_storage = of_storage || !is_price_of_reading(name);
    }
    return of_storage ? std::optional(usd) : std::nullopt;
}

bool has_price_per_iops(const catalog::Price& price) {
    return std::any_of(price.amounts.begin(), price.amounts.end(), [](const auto& part) {
        return part.first == "usd_per_iops_month";
    });
}

}  // namespace throughline::scenario
