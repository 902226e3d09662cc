// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>

#include "engine/base/result.h"
#include "engine/consumer/gpu_options.h"

namespace throughline::consumer {

/// The largest batch, of at most `most` images, that a device holds while it runs the network of
/// `options` or its proxy: estimated from the free memory where the device tells it, then really
/// taken, and made smaller until the device gives it. Blocks: some seconds, while the device is
/// woken; `stop` wakes it. Errors: Limit when not even one image fits; those of the plug-in;
/// Internal when its process crashed or gives no answer; Stopped.
Result<BatchFit> fit_batch(const GpuOptions& options, std::uint32_t most, std::stop_token stop);

}  // namespace throughline::consumer
