// SPDX-License-Identifier: Apache-2.0
#include "engine/scenario/volume.h"

#include <algorithm>
#include <array>
#include <string>

#include "engine/model/burst.h"
#include "engine/model/input_table.h"

namespace throughline::scenario {
namespace {

constexpr double kSecondsPerHour = 3600.0;

/// A kind of volume and the sizes it is sold in.
/// Source: storage.json, size_gib.
struct VolumeKind {
    std::string_view storage_id;
    model::EbsKind kind;
    double gib_min;
    double gib_max;
};
constexpr std::array kVolumeKinds{VolumeKind{"aws-gp2", model::EbsKind::Gp2, 1.0, 16384.0},
                                  VolumeKind{"aws-gp3", model::EbsKind::Gp3, 1.0, 65536.0},
                                  VolumeKind{"aws-io1", model::EbsKind::Io1, 4.0, 16384.0},
                                  VolumeKind{"aws-st1", model::EbsKind::St1, 125.0, 16384.0}};

const VolumeKind* kind_of(std::string_view storage_id) noexcept {
    const auto* found =
        std::find_if(kVolumeKinds.begin(), kVolumeKinds.end(), [&](const auto& kind) {
            return kind.storage_id == storage_id;
        });
    return found == kVolumeKinds.end() ? nullptr : found;
}

Error wrong(const std::string& what) {
    return Error{.code = ErrorCode::Usage, .what = what};
}

double mean_over(const model::Burst& burst, double hours) {
    return hours > 0.0 ? model::burst_average(burst, hours * kSecondsPerHour) : burst.baseline;
}

/// Of the two buckets, the one that is empty first.
std::optional<double> credits_last_s(const model::EbsLimits& limits) {
    std::optional<double> lasts;
    for (const auto& burst : {limits.bytes_per_s, limits.iops}) {
        if (burst.burst > burst.baseline && burst.bucket > 0.0) {
            const double seconds = burst.bucket / (burst.burst - burst.baseline);
            lasts = std::min(lasts.value_or(seconds), seconds);
        }
    }
    return lasts;
}

/// A provider's GB of a volume is what its size is given in: a GiB.
std::optional<double> usd_per_month(const catalog::StorageTarget& target,
                                    const Volume& volume,
                                    const model::EbsLimits& limits) {
    if (!target.price) {
        return std::nullopt;
    }
    const double iops = limits.iops.baseline;
    const double mib_per_s = limits.bytes_per_s.baseline / 0x1p20;
    std::optional<double> usd;
    for (const auto& [name, amount] : target.price->amounts) {
        if (name == "usd_per_gb_month") {
            usd = usd.value_or(0.0) + amount * volume.gib;
        } else if (name == "usd_per_iops_month") {
            usd = usd.value_or(0.0) + amount * iops;
        } else if (name == "usd_per_iops_month_above_3000") {
            usd = usd.value_or(0.0) + amount * std::max(iops - 3000.0, 0.0);
        } else if (name == "usd_per_mibps_month_above_125") {
            usd = usd.value_or(0.0) + amount * std::max(mib_per_s - 125.0, 0.0);
        }
    }
    return usd;
}

}  // namespace

bool sold_by_volume(std::string_view storage_id) noexcept {
    return kind_of(storage_id) != nullptr;
}

Result<VolumeLimits> limits_of(const catalog::StorageTarget& target, const Volume& volume) {
    const auto* kind = kind_of(target.id);
    if (kind == nullptr) {
        std::string known;
        for (const auto& one : kVolumeKinds) {
            known += (known.empty() ? "" : ", ") + std::string(one.storage_id);
        }
        return wrong("a volume is not known for '" + target.id + "', only for " + known);
    }
    if (!(volume.gib >= kind->gib_min && volume.gib <= kind->gib_max)) {
        return wrong("a volume of " + target.id + " has " + model::value_text(kind->gib_min) +
                     " to " + model::value_text(kind->gib_max) + " GiB, not " +
                     model::value_text(volume.gib));
    }
    if (!(volume.iops >= 0.0 && volume.mib_per_s >= 0.0 && volume.hours >= 0.0)) {
        return wrong("IOPS, MiB/s and hours of a volume are not below 0");
    }
    const auto asked = [](double value) {
        return value > 0.0 ? std::optional(value) : std::nullopt;
    };
    const auto limits = model::ebs_limits({.kind = kind->kind,
                                           .size_gib = volume.gib,
                                           .iops = asked(volume.iops),
                                           .mib_per_second = asked(volume.mib_per_s)});
    return VolumeLimits{.sto_bw = mean_over(limits.bytes_per_s, volume.hours),
                        .sto_iops = mean_over(limits.iops, volume.hours),
                        .sto_bw_after_credits = limits.bytes_per_s.baseline,
                        .sto_iops_after_credits = limits.iops.baseline,
                        .credits_last_s = credits_last_s(limits),
                        .usd_per_month = usd_per_month(target, volume, limits)};
}

}  // namespace throughline::scenario
