// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/consumer/gpu_options.h"

namespace throughline::consumer {

/// Device, work and plug-in: a sentence for the record. `ranks`: GPUs that train together; 0 = it
/// works alone.
std::string gpu_words(const GpuOptions& options, std::uint32_t images, std::uint32_t ranks);

}  // namespace throughline::consumer
