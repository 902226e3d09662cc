// SPDX-License-Identifier: Apache-2.0
#include "engine/volume/kinds.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/base/units.h"

namespace throughline::volume {
namespace {

using model::EbsKind;

constexpr std::uint64_t kSsdIoBytes = 256U << 10U;
constexpr std::uint64_t kHddIoBytes = 1U << 20U;
constexpr IoRule kEbsSsd{.counted_max_bytes = kSsdIoBytes, .merges = true};
constexpr IoRule kEbsHdd{.counted_max_bytes = kHddIoBytes,
                         .merges = true,
                         .merged_min_bytes = 32U << 10U,
                         .token_bytes = kHddIoBytes};
// 513 units for each MB/s written. Source: eloqdata/eloqstore#461.
constexpr IoRule kAzureNvme{.counted_max_bytes = 4096, .write_cost = 513.0 * 4096.0 / kMB};
constexpr IoRule kAzure{.counted_max_bytes = kSsdIoBytes};

constexpr SizeClass fixed(double gib, double iops, double mb_per_s) {
    return {.gib = gib, .limits = {.bytes_per_s = steady(mb_per_s * kMB), .iops = steady(iops)}};
}

constexpr SizeClass credited(double gib, double iops, double mb_per_s) {
    return {.gib = gib,
            .limits = {.bytes_per_s = half_an_hour(mb_per_s * kMB, 170.0 * kMB),
                       .iops = half_an_hour(iops, 3500.0)}};
}

/// P1 … P80. Source: az-premium and az-disks of storage.json.
constexpr std::array kAzurePremium{credited(4.0, 120.0, 25.0),
                                   credited(8.0, 120.0, 25.0),
                                   credited(16.0, 120.0, 25.0),
                                   credited(32.0, 120.0, 25.0),
                                   credited(64.0, 240.0, 50.0),
                                   credited(128.0, 500.0, 100.0),
                                   credited(256.0, 1100.0, 125.0),
                                   credited(512.0, 2300.0, 150.0),
                                   fixed(1024.0, 5000.0, 200.0),
                                   fixed(2048.0, 7500.0, 250.0),
                                   fixed(4096.0, 7500.0, 250.0),
                                   fixed(8192.0, 16000.0, 500.0),
                                   fixed(16384.0, 18000.0, 750.0),
                                   fixed(32767.0, 20000.0, 900.0)};

// Source: storage.json, size_gib, scaling, io_rules and model, repeated here because they are
// rules. Those of the EBS kinds that credits raise are in model/burst.h.
// Its bytes are limited by what its I/Os move.
constexpr std::array kAzureNvmeSize{fixed(894.0, 366000.0, 366000.0 * 4096.0 / kMB)};

constexpr std::array kVolumeKinds{
    VolumeKind{.storage_id = "aws-gp2",
               .gib_min = 1.0,
               .gib_max = 16384.0,
               .io = kEbsSsd,
               .rule = EbsKind::Gp2},
    VolumeKind{.storage_id = "aws-gp3",
               .gib_min = 1.0,
               .gib_max = 65536.0,
               .sells_iops = true,
               .sells_bandwidth = true,
               .iops_per_gib = 500.0,
               .iops_included = 3000.0,
               .bytes_per_s_included = 125.0 * kMiB,
               .io = kEbsSsd,
               .rule = EbsKind::Gp3},
    VolumeKind{.storage_id = "aws-io1",
               .gib_min = 4.0,
               .gib_max = 16384.0,
               .sells_iops = true,
               .iops_per_gib = 50.0,
               .io = kEbsSsd,
               .rule = EbsKind::Io1},
    VolumeKind{.storage_id = "aws-io2bx",
               .gib_min = 4.0,
               .gib_max = 65536.0,
               .sells_iops = true,
               .iops_per_gib = 1000.0,
               .io = kEbsSsd,
               .rule = ProvisionedRule{.iops_max = 256000.0,
                                       .bytes_per_io = 0.256 * kMiB,
                                       .bytes_per_s_max = 4000.0 * kMiB}},
    VolumeKind{.storage_id = "aws-st1",
               .gib_min = 125.0,
               .gib_max = 16384.0,
               .io = kEbsHdd,
               .rule = EbsKind::St1},
    VolumeKind{.storage_id = "aws-sc1",
               .gib_min = 125.0,
               .gib_max = 16384.0,
               .io = kEbsHdd,
               .rule = EbsKind::Sc1},
    VolumeKind{.storage_id = "azure-premium",
               .gib_min = 1.0,
               .gib_max = 32767.0,
               .io = kAzure,
               .rule = std::span<const SizeClass>(kAzurePremium)},
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
    VolumeKind{.storage_id = "azure-direct-nvme",
               .gib_min = 894.0,
               .gib_max = 894.0,
               .io = kAzureNvme,
               .reads_per_s = 275300.0,
               .rule = std::span<const SizeClass>(kAzureNvmeSize),
               .gap = to_say("whether a larger read counts as one; each 4 KiB of it is counted")},
    VolumeKind{.storage_id = "gcp-pd-ssd",
               .gib_min = 10.0,
               .gib_max = 65536.0,
               .rule = SizeRule{.iops_per_gib = 30.0,
                                .iops_max = 100000.0,
                                .bytes_per_s_per_gib = 0.48 * kMiB,
                                .bytes_per_s_max = 1200.0 * kMiB},
               .gap = to_say("a baseline comes on top of what the size gives, and was not seen")},
    VolumeKind{
        .storage_id = "gcp-hd-extreme",
        .gib_min = 64.0,
        .gib_max = 65536.0,
        .sells_iops = true,
        .iops_per_gib = 1200.0,
        .rule = ProvisionedRule{
            .iops_max = 350000.0, .bytes_per_io = 0.25 * kMiB, .bytes_per_s_max = 5000.0 * kMiB}}};

/// What was asked for, else what comes without asking, else all there is.
double wanted(double asked, double included, double most) noexcept {
    return std::min(asked > 0.0 ? asked : (included > 0.0 ? included : most), most);
}

std::optional<double> if_said(double value) noexcept {
    return value > 0.0 ? std::optional(value) : std::nullopt;
}

Error not_sold(const VolumeKind& kind, const char* what) {
    return usage_error(say("a volume of %1 cannot be bought with a chosen number of %2",
                           std::string(kind.storage_id),
                           what));
}

}  // namespace

model::EbsLimits VolumeKind::limits(const Asked& asked) const {
    const double iops_of_size = std::max(iops_per_gib * asked.gib, iops_included);
    if (const auto* kind = std::get_if<EbsKind>(&rule)) {
        return model::ebs_limits(
            {.kind = *kind,
             .size_gib = asked.gib,
             .iops = sells_iops ? if_said(std::min(asked.iops, iops_of_size)) : std::nullopt,
             .mib_per_second = if_said(asked.mib_per_s)});
    }
    if (const auto* classes = std::get_if<std::span<const SizeClass>>(&rule)) {
        const auto found = std::find_if(classes->begin(), classes->end(), [&](const auto& one) {
            return asked.gib <= one.gib;
        });
        return found == classes->end() ? classes->back().limits : found->limits;
    }
    if (const auto* size = std::get_if<SizeRule>(&rule)) {
        return {.bytes_per_s =
                    steady(std::min(size->bytes_per_s_per_gib * asked.gib, size->bytes_per_s_max)),
                .iops = steady(std::min(size->iops_per_gib * asked.gib, size->iops_max))};
    }
    const auto& provisioned = std::get<ProvisionedRule>(rule);
    const double bought =
        wanted(asked.iops, iops_included, std::min(iops_of_size, provisioned.iops_max));
    const double most = std::min(provisioned.bytes_per_io * bought, provisioned.bytes_per_s_max);
    return {.bytes_per_s = steady(wanted(asked.mib_per_s * kMiB, bytes_per_s_included, most)),
            .iops = steady(bought)};
}

std::span<const VolumeKind> all_kinds() noexcept {
    return kVolumeKinds;
}

const VolumeKind* kind_of(std::string_view storage_id) noexcept {
    const auto* found =
        std::find_if(kVolumeKinds.begin(), kVolumeKinds.end(), [&](const auto& kind) {
            return kind.storage_id == storage_id;
        });
    return found == kVolumeKinds.end() ? nullptr : found;
}

Result<void> check(const VolumeKind& kind, const Asked& asked) {
    const std::string id(kind.storage_id);
    const std::string least = shortest_text(kind.gib_min);
    const std::string most = shortest_text(kind.gib_max);
    if (asked.gib == 0.0) {
        return usage_error(
            say("give the size of the volume (gib): %1 has %2 to %3 GiB", id, least, most));
    }
    if (!(asked.gib >= kind.gib_min && asked.gib <= kind.gib_max)) {
        return usage_error(say(
            "a volume of %1 has %2 to %3 GiB, not %4", id, least, most, shortest_text(asked.gib)));
    }
    if (asked.iops > 0.0 && !kind.sells_iops) {
        return not_sold(kind, "IOPS");
    }
    if (asked.mib_per_s > 0.0 && !kind.sells_bandwidth) {
        return not_sold(kind, "MiB/s");
    }
    return {};
}

IoRule ebs_io_rule(std::uint64_t counted_max_bytes) noexcept {
    return counted_max_bytes == kHddIoBytes ? kEbsHdd : kEbsSsd;
}

}  // namespace throughline::volume
