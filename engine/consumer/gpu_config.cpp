// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/gpu_config.h"

#include <algorithm>
#include <array>

namespace throughline::consumer {
namespace {

/// Of R, G and B in 0..255. Source: the ImageNet statistics of the PyTorch reference training.
constexpr std::array<float, 3> kMean{123.675F, 116.28F, 103.53F};
constexpr std::array<float, 3> kDeviation{58.395F, 57.12F, 57.375F};

}  // namespace

std::string uuid_of(const GpuAccess& access, std::uint32_t device) {
    const auto& devices = access.report.devices;
    return device < devices.size() ? devices[device].uuid : "";
}

TlGpuConfig config_of(const GpuOptions& options, std::uint32_t images) {
    TlGpuConfig config{};
    config.struct_bytes = sizeof config;
    // One that is alone in sight is the first.
    config.device = uuid_of(options.access, options.device).empty() ? options.device : 0;
    config.work = options.network == "transfer"  ? kTlGpuTransfer
                  : options.network == "trivial" ? kTlGpuTrivial
                  : options.proxy                ? kTlGpuProxy
                                                 : kTlGpuNetwork;
    config.phase = options.phase == GpuPhase::Training ? kTlGpuTraining : kTlGpuInference;
    config.batch_images = images;
    config.width_px = options.width_px;
    config.height_px = options.height_px;
    config.in_flight_max = kGpuInFlight;
    config.decode = options.decodes && !options.resident ? kTlGpuDecodeBest : kTlGpuDecodeNone;
    config.smooth_chroma = options.smooth_chroma ? 1 : 0;
    std::copy(kMean.begin(), kMean.end(), config.mean);
    std::copy(kDeviation.begin(), kDeviation.end(), config.deviation);
    return config;
}

}  // namespace throughline::consumer
