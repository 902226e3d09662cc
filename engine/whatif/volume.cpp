// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/volume.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "engine/base/say.h"
#include "engine/model/input_table.h"
#include "engine/volume/kinds.h"
#include "engine/whatif/storage_price.h"

namespace throughline::whatif {
namespace {

constexpr double kSecondsPerHour = 3600.0;

/// What-ifs leave out kinds whose limits are not known whole.
const volume::VolumeKind* kind_of(std::string_view storage_id) noexcept {
    const auto* kind = volume::kind_of(storage_id);
    return kind == nullptr || kind->gap.empty() ? kind : nullptr;
}

/// "aws-gp2, aws-gp3, …".
std::string kind_names() {
    std::string names;
    for (const auto& kind : volume::all_kinds()) {
        if (kind.gap.empty()) {
            names += (names.empty() ? "" : ", ") + std::string(kind.storage_id);
        }
    }
    return names;
}

double mean_over(const model::Burst& burst, double hours) {
    return hours > 0.0 ? model::burst_average(burst, hours * kSecondsPerHour) : burst.baseline;
}

volume::Asked asked_of(const Volume& volume) noexcept {
    return {.gib = volume.gib, .iops = volume.iops, .mib_per_s = volume.mib_per_s};
}

/// Numbers that are none, and what this kind of volume does not have.
Result<void> check(const volume::VolumeKind& kind, const Volume& volume) {
    for (const double number : {volume.gib, volume.iops, volume.mib_per_s, volume.hours}) {
        if (!(number >= 0.0) || !std::isfinite(number)) {
            return usage_error(
                say("size, IOPS, MiB/s and hours of a volume must be numbers of 0 or more"));
        }
    }
    return volume::check(kind, asked_of(volume));
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
        return usage_error(
            say("there are no volumes of '%1', only of %2", target.id, kind_names()));
    }
    if (auto checked = check(*kind, volume); !checked) {
        return std::move(checked).error();
    }
    const auto limits = kind->limits(asked_of(volume));
    const StorageSize bought{.gib = volume.gib,
                             .iops = limits.iops.baseline,
                             .bytes_per_s = limits.bytes_per_s.baseline};
    return VolumeLimits{
        .sto_bw = mean_over(limits.bytes_per_s, volume.hours),
        .sto_iops = mean_over(limits.iops, volume.hours),
        .sto_bw_after_credits = limits.bytes_per_s.baseline,
        .sto_iops_after_credits = limits.iops.baseline,
        .sto_bw_at_burst = std::max(limits.bytes_per_s.baseline, limits.bytes_per_s.burst),
        .sto_iops_at_burst = std::max(limits.iops.baseline, limits.iops.burst),
        .credits = limits,
        .usd_per_month = target.price ? usd_per_month(*target.price, bought) : std::nullopt};
}

namespace {

/// Steps in which IOPS and bandwidth are compared.
constexpr std::array kIopsSteps{1000.0,
                                2000.0,
                                3000.0,
                                4000.0,
                                6000.0,
                                8000.0,
                                12000.0,
                                16000.0,
                                24000.0,
                                32000.0,
                                48000.0,
                                64000.0,
                                96000.0,
                                128000.0,
                                192000.0,
                                256000.0,
                                350000.0};
constexpr std::array kMibPerSecondSteps{125.0, 250.0, 500.0, 1000.0, 2000.0, 4000.0};

/// Whether two volumes give the same, so that the second one's price buys nothing.
bool give_the_same(const model::EbsLimits& a, const model::EbsLimits& b) {
    return a.iops.baseline == b.iops.baseline && a.bytes_per_s.baseline == b.bytes_per_s.baseline;
}

/// Larger and larger, as long as more comes of it.
std::vector<Volume> by_size(const volume::VolumeKind& kind, double gib) {
    std::vector<Volume> volumes{{.gib = gib}};
    while (2.0 * volumes.back().gib <= kind.gib_max) {
        const double larger = 2.0 * volumes.back().gib;
        if (give_the_same(kind.limits({.gib = larger}), kind.limits({.gib = volumes.back().gib}))) {
            break;
        }
        volumes.push_back({.gib = larger});
    }
    return volumes;
}

std::vector<Volume> by_iops(const volume::VolumeKind& kind, double gib) {
    std::vector<Volume> volumes;
    for (const double iops : kIopsSteps) {
        // What comes with every size takes no larger one.
        const double size =
            iops <= kind.iops_included ? gib : std::max(gib, std::ceil(iops / kind.iops_per_gib));
        if (iops < kind.iops_included || size > kind.gib_max ||
            kind.limits({.gib = size, .iops = iops}).iops.baseline < iops) {
            continue;
        }
        if (!kind.sells_bandwidth) {
            volumes.push_back({.gib = size, .iops = iops});
            continue;
        }
        const double most =
            kind.limits({.gib = size, .iops = iops, .mib_per_s = kMibPerSecondSteps.back()})
                .bytes_per_s.baseline;
        for (const double mib : kMibPerSecondSteps) {
            const double bytes_per_s = mib * 0x1p20;
            if (bytes_per_s >= kind.bytes_per_s_included && bytes_per_s <= most) {
                volumes.push_back({.gib = size, .iops = iops, .mib_per_s = mib});
            }
        }
    }
    return volumes;
}

}  // namespace

std::optional<double> smallest_gib_that_holds(std::string_view storage_id, double bytes) {
    const auto* kind = kind_of(storage_id);
    const double gib = kind == nullptr ? 0.0 : std::max(kind->gib_min, std::ceil(bytes / 0x1p30));
    return kind == nullptr || gib > kind->gib_max ? std::nullopt : std::optional(gib);
}

std::vector<Volume> volumes_that_hold(std::string_view storage_id, double bytes) {
    const auto gib = smallest_gib_that_holds(storage_id, bytes);
    if (!gib) {
        return {};
    }
    const auto& kind = *kind_of(storage_id);
    return kind.sells_iops ? by_iops(kind, *gib) : by_size(kind, *gib);
}

std::string describe(const Volume& volume) {
    std::string text = model::value_text(volume.gib) + " GiB";
    if (volume.iops > 0.0) {
        text += ", " + model::value_text(volume.iops) + " IOPS";
    }
    if (volume.mib_per_s > 0.0) {
        text += ", " + model::value_text(volume.mib_per_s) + " MiB/s";
    }
    return text;
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

}  // namespace throughline::whatif
