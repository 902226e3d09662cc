// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "engine/base/result.h"
#include "engine/model/burst.h"

namespace throughline::volume {

/// A limit that no credits raise.
constexpr model::Burst steady(double rate) noexcept {
    return {.baseline = rate, .burst = rate, .bucket = 0.0};
}
/// Credits for 30 min at the burst rate, earned by what is left of the baseline.
constexpr model::Burst half_an_hour(double baseline, double burst) noexcept {
    return {.baseline = baseline, .burst = burst, .bucket = (burst - baseline) * 30.0 * 60.0};
}

/// How a provider counts requests.
struct IoRule {
    /// A larger one counts as several I/Os; 0: each is one, whatever its size.
    std::uint64_t counted_max_bytes = 0;
    /// Contiguous ones of a file count together up to that.
    bool merges = false;
    std::uint64_t merged_min_bytes = 0;  ///< smaller ones are not merged
    std::uint64_t token_bytes = 0;       ///< byte credits of a counted I/O; 0: those that it moves
    double write_cost = 1.0;             ///< I/Os that one of a write counts as

    bool operator==(const IoRule&) const = default;
};

/// Limits that follow from the IOPS that were bought.
struct ProvisionedRule {
    double iops_max = 0.0;
    double bytes_per_io = 0.0;     ///< bytes/s for each of the IOPS
    double bytes_per_s_max = 0.0;  ///< of a volume
};

/// A size that a volume is sold in; one in between is billed and works as the next larger one.
struct SizeClass {
    double gib = 0.0;
    model::EbsLimits limits{};
};

/// Limits that grow with the size.
struct SizeRule {
    double iops_per_gib = 0.0;
    double iops_max = 0.0;
    double bytes_per_s_per_gib = 0.0;
    double bytes_per_s_max = 0.0;
};

/// What is asked for when a volume is made. 0 = not said: the provider's default.
struct Asked {
    double gib = 0.0;
    double iops = 0.0;
    double mib_per_s = 0.0;
};

/// A kind of volume, the sizes it is sold in, and what else can be asked for.
struct VolumeKind {
    std::string_view storage_id{};  ///< of the catalogue
    double gib_min = 0.0;
    double gib_max = 0.0;
    bool sells_iops = false;
    bool sells_bandwidth = false;
    double iops_per_gib = 0.0;  ///< that can be asked for at most; 0: not asked for
    /// What comes with every size, without a word; 0: as many IOPS as the size allows, and as much
    /// bandwidth as they give.
    double iops_included = 0.0;
    double bytes_per_s_included = 0.0;
    IoRule io{};
    double reads_per_s = 0.0;  ///< as in Rules
    std::variant<model::EbsKind, ProvisionedRule, std::span<const SizeClass>, SizeRule> rule{};
    std::string_view gap{};  ///< what of its limits is not known; "" = nothing

    /// The limits of one that check() has let through.
    model::EbsLimits limits(const Asked& asked) const;
};

/// All that are sold by size.
std::span<const VolumeKind> all_kinds() noexcept;
/// Null for what is not sold by size.
const VolumeKind* kind_of(std::string_view storage_id) noexcept;

/// Errors: Usage for a size that it is not sold in or that is missing, and for IOPS and MiB/s that
///         it is not sold with.
Result<void> check(const VolumeKind& kind, const Asked& asked);

/// How EBS counts: its HDD kinds, told by their larger I/O, otherwise than its SSD kinds.
/// Source: ec2-io and ec2-hdd of storage.json; what HDD kinds merge and what a small I/O takes of
/// their credits: AWS, "Why isn't my SC1 or ST1 EBS volume achieving the rated throughput
/// performance?" (2020-10-29).
IoRule ebs_io_rule(std::uint64_t counted_max_bytes) noexcept;

}  // namespace throughline::volume
