// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>

#include "engine/base/result.h"
#include "engine/consumer/gpu_options.h"

namespace throughline::consumer {

/// What came of looking for the largest batch.
struct BatchFit {
    std::uint32_t images = 0;
    std::uint32_t estimated = 0;   ///< by the free memory; more than `images` where it was refused
    std::uint64_t free_bytes = 0;  ///< of the device, before anything was taken; 0 = unknown
};

/// The largest batch, of at most `most` images, that a device holds while it runs the network of
/// `options` or its proxy: estimated from the free memory where the device tells it, then really
/// taken, and made smaller until the device gives it. Blocks: some seconds, while the device is
/// woken; `stop` wakes it. Errors: Limit when not even one image fits; those of the plug-in;
/// Internal when its process crashed or gives no answer; Stopped.
Result<BatchFit> fit_batch(const GpuOptions& options, std::uint32_t most, std::stop_token stop);

}  // namespace throughline::consumer
