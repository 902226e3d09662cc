// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/volume_kinds.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "engine/base/units.h"

namespace throughline::whatif {
namespace {

using model::EbsKind;

// Source: storage.json, size_gib, scaling and model, repeated here because they are rules. Those of
// the EBS kinds that credits raise are in model/burst.h.
constexpr std::array kVolumeKinds{
    VolumeKind{.storage_id = "aws-gp2", .gib_min = 1.0, .gib_max = 16384.0, .rule = EbsKind::Gp2},
    VolumeKind{.storage_id = "aws-gp3",
               .gib_min = 1.0,
               .gib_max = 65536.0,
               .sells_iops = true,
               .sells_bandwidth = true,
               .iops_per_gib = 500.0,
               .iops_included = 3000.0,
               .bytes_per_s_included = 125.0 * kMiB,
               .rule = EbsKind::Gp3},
    VolumeKind{.storage_id = "aws-io1",
               .gib_min = 4.0,
               .gib_max = 16384.0,
               .sells_iops = true,
               .iops_per_gib = 50.0,
               .rule = EbsKind::Io1},
    VolumeKind{.storage_id = "aws-io2bx",
               .gib_min = 4.0,
               .gib_max = 65536.0,
               .sells_iops = true,
               .iops_per_gib = 1000.0,
               .rule = ProvisionedRule{.iops_max = 256000.0,
                                       .bytes_per_io = 0.256 * kMiB,
                                       .bytes_per_s_max = 4000.0 * kMiB}},
    VolumeKind{.storage_id = "aws-st1", .gib_min = 125.0, .gib_max = 16384.0, .rule = EbsKind::St1},
    VolumeKind{.storage_id = "azure-premium-v2",
               .gib_min = 1.0,
               .gib_max = 65536.0,
               .sells_iops = true,
               .sells_bandwidth = true,
               .iops_per_gib = 500.0,
               .iops_included = 3000.0,
               .bytes_per_s_included = 125.0 * kMB,
               .rule = ProvisionedRule{.iops_max = 80000.0,
                                       .bytes_per_io = 0.25 * kMiB,
                                       .bytes_per_s_max = 1200.0 * kMB}},
    VolumeKind{.storage_id = "azure-ultra",
               .gib_min = 4.0,
               .gib_max = 65536.0,
               .sells_iops = true,
               .sells_bandwidth = true,
               .iops_per_gib = 300.0,
               .rule = ProvisionedRule{.iops_max = 160000.0,
                                       .bytes_per_io = 256.0 * kKiB,
                                       .bytes_per_s_max = 4000.0 * kMB}},
    VolumeKind{
        .storage_id = "gcp-hd-extreme",
        .gib_min = 64.0,
        .gib_max = 65536.0,
        .sells_iops = true,
        .iops_per_gib = 1200.0,
        .rule = ProvisionedRule{
            .iops_max = 350000.0, .bytes_per_io = 0.25 * kMiB, .bytes_per_s_max = 5000.0 * kMiB}}};

model::Burst steady(double rate) noexcept {
    return {.baseline = rate, .burst = rate, .bucket = 0.0};
}

/// What was asked for, else what comes without asking, else all there is.
double wanted(double asked, double included, double most) noexcept {
    return std::min(asked > 0.0 ? asked : (included > 0.0 ? included : most), most);
}

std::optional<double> if_said(double value) noexcept {
    return value > 0.0 ? std::optional(value) : std::nullopt;
}

}  // namespace

model::EbsLimits VolumeKind::limits(double gib, double iops, double mib_per_s) const {
    const double iops_of_size = std::max(iops_per_gib * gib, iops_included);
    if (const auto* kind = std::get_if<EbsKind>(&rule)) {
        return model::ebs_limits(
            {.kind = *kind,
             .size_gib = gib,
             .iops = sells_iops ? if_said(std::min(iops, iops_of_size)) : std::nullopt,
             .mib_per_second = if_said(mib_per_s)});
    }
    const auto& provisioned = std::get<ProvisionedRule>(rule);
    const double bought = wanted(iops, iops_included, std::min(iops_of_size, provisioned.iops_max));
    const double most = std::min(provisioned.bytes_per_io * bought, provisioned.bytes_per_s_max);
    return {.bytes_per_s = steady(wanted(mib_per_s * kMiB, bytes_per_s_included, most)),
            .iops = steady(bought)};
}

const VolumeKind* volume_kind(std::string_view storage_id) noexcept {
    const auto* found =
        std::find_if(kVolumeKinds.begin(), kVolumeKinds.end(), [&](const auto& kind) {
            return kind.storage_id == storage_id;
        });
    return found == kVolumeKinds.end() ? nullptr : found;
}

std::string volume_kind_names() {
    std::string names;
    for (const auto& kind : kVolumeKinds) {
        names += (names.empty() ? "" : ", ") + std::string(kind.storage_id);
    }
    return names;
}

}  // namespace throughline::whatif
