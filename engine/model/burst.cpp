// SPDX-License-Identifier: Apache-2.0
#include "engine/model/burst.h"

#include <algorithm>

#include "engine/base/units.h"

namespace throughline::model {
namespace {

constexpr double kTiB = 0x1p40;
constexpr double kGibPerTib = 1024.0;

Burst steady(double rate) noexcept {
    return {.baseline = rate, .burst = rate, .bucket = 0.0};
}

EbsLimits gp2_limits(double size_gib) noexcept {
    const double baseline = std::clamp(3.0 * size_gib, 100.0, 16000.0);
    return {.bytes_per_s = steady((size_gib <= 170.0 ? 128.0 : 250.0) * kMiB),
            .iops = {.baseline = baseline,
                     .burst = size_gib < 1000.0 ? std::max(baseline, 3000.0) : baseline,
                     .bucket = 5.4e6}};
}

EbsLimits gp3_limits(const EbsVolume& volume) noexcept {
    const double iops = std::min(volume.iops.value_or(3000.0), 80000.0);
    const double mib = std::min({volume.mib_per_second.value_or(125.0), 2000.0, 0.25 * iops});
    return {.bytes_per_s = steady(mib * kMiB), .iops = steady(iops)};
}

EbsLimits io1_limits(const EbsVolume& volume) noexcept {
    const double most = std::min(64000.0, 50.0 * volume.size_gib);
    const double iops = std::min(volume.iops.value_or(most), most);
    const double mib =
        iops <= 32000.0 ? std::min(0.25 * iops, 500.0) : std::min(iops / 64.0, 1000.0);
    return {.bytes_per_s = steady(mib * kMiB), .iops = steady(iops)};
}

/// What an HDD kind has by its size, in MiB/s for each TiB, and at most.
struct HddRule {
    double baseline = 0.0;
    double burst = 0.0;
    double most = 0.0;  ///< MiB/s
    double iops = 0.0;
};

EbsLimits hdd_limits(double size_gib, const HddRule& rule) noexcept {
    const double tib = size_gib / kGibPerTib;
    return {.bytes_per_s = {.baseline = std::min(rule.baseline * tib, rule.most) * kMiB,
                            .burst = std::min(rule.burst * tib, rule.most) * kMiB,
                            .bucket = tib * kTiB},
            .iops = steady(rule.iops)};
}

}  // namespace

double burst_average(const Burst& burst, double seconds) noexcept {
    if (burst.burst <= burst.baseline) {
        return std::max(burst.baseline, 0.0);
    }
    const double burst_seconds = burst.bucket / (burst.burst - burst.baseline);
    if (seconds <= burst_seconds) {
        return burst.burst;
    }
    return (burst.burst * burst_seconds + burst.baseline * (seconds - burst_seconds)) / seconds;
}

std::optional<double> credits_last_s(const Burst& burst, double credits) noexcept {
    return burst.burst > burst.baseline && burst.bucket > 0.0
               ? std::optional(credits / (burst.burst - burst.baseline))
               : std::nullopt;
}

std::optional<double> credits_last_s(const EbsLimits& limits) noexcept {
    const auto bytes = credits_last_s(limits.bytes_per_s, limits.bytes_per_s.bucket);
    const auto ios = credits_last_s(limits.iops, limits.iops.bucket);
    return bytes && ios ? std::min(bytes, ios) : (bytes ? bytes : ios);
}

std::optional<double> credits_last_s(const EbsLimits& limits,
                                     double bytes_per_s,
                                     double iops) noexcept {
    EbsLimits drawn = limits;
    drawn.bytes_per_s.burst = std::min(drawn.bytes_per_s.burst, bytes_per_s);
    drawn.iops.burst = std::min(drawn.iops.burst, iops);
    return credits_last_s(drawn);
}

EbsLimits ebs_limits(const EbsVolume& volume) noexcept {
    switch (volume.kind) {
        case EbsKind::Gp2:
            return gp2_limits(volume.size_gib);
        case EbsKind::Gp3:
            return gp3_limits(volume);
        case EbsKind::Io1:
            return io1_limits(volume);
        case EbsKind::St1:
            return hdd_limits(volume.size_gib,
                              {.baseline = 40.0, .burst = 250.0, .most = 500.0, .iops = 500.0});
        case EbsKind::Sc1:
            return hdd_limits(volume.size_gib,
                              {.baseline = 12.0, .burst = 80.0, .most = 250.0, .iops = 250.0});
    }
    return {};
}

}  // namespace throughline::model
