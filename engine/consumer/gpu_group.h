// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

#include "engine/base/result.h"
#include "engine/batch/batch_arena.h"
#include "engine/consumer/consumer.h"
#include "engine/consumer/gpu_options.h"

namespace throughline::consumer {

/// A consumer for each of `count` GPUs from options.device on, each with a process of its own.
/// Those that train exchange their gradients where the plug-in can; else each trains alone, and
/// gpu() says why. Blocks: while the devices are woken, all at once, and their ceilings measured,
/// one after the other. Errors: those of the plug-in; Internal when a process crashed or gives no
/// answer; Stopped.
Result<std::vector<std::unique_ptr<Consumer>>> make_gpu_consumers(const GpuOptions& options,
                                                                  std::uint32_t count,
                                                                  const batch::BatchArena& arena,
                                                                  const std::stop_token& stop);

}  // namespace throughline::consumer
