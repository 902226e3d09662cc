// SPDX-License-Identifier: Apache-2.0
#include "engine/scenario/volume.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "engine/model/burst.h"
#include "engine/model/input_table.h"
#include "engine/scenario/storage_price.h"

namespace throughline::scenario {
namespace {

constexpr double kSecondsPerHour = 3600.0;

/// A kind of volume, the sizes it is sold in, and what else can be asked for.
/// Source: storage.json, size_gib, repeated here because their rules are (model/burst.h).
struct VolumeKind {
    std::string_view storage_id;
    model::EbsKind kind;
    double gib_min;
    double gib_max;
    bool sells_iops = false;
    bool sells_bandwidth = false;
};
constexpr std::array kVolumeKinds{
    VolumeKind{"aws-gp2", model::EbsKind::Gp2, 1.0, 16384.0},
    VolumeKind{"aws-gp3", model::EbsKind::Gp3, 1.0, 65536.0, true, true},
    VolumeKind{"aws-io1", model::EbsKind::Io1, 4.0, 16384.0, true},
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

Error not_sold(const catalog::StorageTarget& target, const char* what) {
    return wrong("a volume of " + target.id + " is not sold with a number of " + what);
}

/// What is asked for that this kind of volume does not have.
Result<void> check(const catalog::StorageTarget& target,
                   const VolumeKind& kind,
                   const Volume& volume) {
    for (const double number : {volume.gib, volume.iops, volume.mib_per_s, volume.hours}) {
        if (!(number >= 0.0) || !std::isfinite(number)) {
            return wrong("size, IOPS, MiB/s and hours of a volume are numbers of 0 or more");
        }
    }
    if (volume.gib == 0.0) {
        return wrong("give the size of the volume (gib): " + target.id + " has " +
                     model::value_text(kind.gib_min) + " to " + model::value_text(kind.gib_max) +
                     " GiB");
    }
    if (!(volume.gib >= kind.gib_min && volume.gib <= kind.gib_max)) {
        return wrong("a volume of " + target.id + " has " + model::value_text(kind.gib_min) +
                     " to " + model::value_text(kind.gib_max) + " GiB, not " +
                     model::value_text(volume.gib));
    }
    if (volume.iops > 0.0 && !kind.sells_iops) {
        return not_sold(target, "IOPS");
    }
    if (volume.mib_per_s > 0.0 && !kind.sells_bandwidth) {
        return not_sold(target, "MiB/s");
    }
    return {};
}

}  // namespace

bool sold_by_volume(std::string_view storage_id) noexcept {
    return kind_of(storage_id) != nullptr;
}

bool sells_iops(std::string_view storage_id) noexcept {
    const auto* kind = kind_of(storage_id);
    return kind != nullptr && kind->sells_iops;
}

bool sells_bandwidth(std::string_view storage_id) noexcept {
    const auto* kind = kind_of(storage_id);
    return kind != nullptr && kind->sells_bandwidth;
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
    if (auto checked = check(target, *kind, volume); !checked) {
        return std::move(checked).error();
    }
    const auto asked = [](double value) {
        return value > 0.0 ? std::optional(value) : std::nullopt;
    };
    const auto limits = model::ebs_limits({.kind = kind->kind,
                                           .size_gib = volume.gib,
                                           .iops = asked(volume.iops),
                                           .mib_per_second = asked(volume.mib_per_s)});
    const StorageSize bought{.gib = volume.gib,
                             .iops = limits.iops.baseline,
                             .bytes_per_s = limits.bytes_per_s.baseline};
    return VolumeLimits{
        .sto_bw = mean_over(limits.bytes_per_s, volume.hours),
        .sto_iops = mean_over(limits.iops, volume.hours),
        .sto_bw_after_credits = limits.bytes_per_s.baseline,
        .sto_iops_after_credits = limits.iops.baseline,
        .credits_last_s = credits_last_s(limits),
        .usd_per_month = target.price ? usd_per_month(*target.price, bought) : std::nullopt};
}

std::optional<Volume> volume_that_holds(std::string_view storage_id, double bytes) {
    const auto* kind = kind_of(storage_id);
    if (kind == nullptr) {
        return std::nullopt;
    }
    const double gib = std::max(kind->gib_min, std::ceil(bytes / 0x1p30));
    return gib <= kind->gib_max ? std::optional(Volume{.gib = gib}) : std::nullopt;
}

Volume as_sold(std::string_view storage_id, const Volume& volume) {
    if (!sold_by_volume(storage_id)) {
        return {};
    }
    Volume sold = volume;
    sold.iops = sells_iops(storage_id) ? volume.iops : 0.0;
    sold.mib_per_s = sells_bandwidth(storage_id) ? volume.mib_per_s : 0.0;
    return sold;
}

}  // namespace throughline::scenario
