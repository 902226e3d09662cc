// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/consumer/gpu_options.h"
#include "engine/consumer/gpu_plugin_abi.h"

namespace throughline::consumer {

/// Batches that are under way at a GPU: one is computed, one waits copied, one is copied.
constexpr std::uint32_t kGpuInFlight = 3;

/// Of a device of access.report; "" = it has none, or there is no such device.
std::string uuid_of(const GpuAccess& access, std::uint32_t device);

/// What a plug-in is told of a session of batches of `images`; without the program.
TlGpuConfig config_of(const GpuOptions& options, std::uint32_t images);

}  // namespace throughline::consumer
