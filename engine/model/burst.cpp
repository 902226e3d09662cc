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

EbsLimits st1_limits(double size_gib) noexcept {
    const double tib = size_gib / kGibPerTib;
    return {.bytes_per_s = {.baseline = std::min(40.0 * tib, 500.0) * kMiB,
                            .burst = std::min(250.0 * tib, 500.0) * kMiB,
                            .bucket = tib * kTiB},
            .iops = steady(500.0)};
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

EbsLimits ebs_limits(const EbsVolume& volume) noexcept {
    switch (volume.kind) {
        case EbsKind::Gp2:
            return gp2_limits(volume.size_gib);
        case EbsKind::Gp3:
            return gp3_limits(volume);
        case EbsKind::Io1:
            return io1_limits(volume);
        case EbsKind::St1:
            return st1_limits(volume.size_gib);
    }
    return {};
}

}  // namespace throughline::model
