// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "engine/base/result.h"
#include "engine/batch/batch_arena.h"
#include "engine/consumer/consumer.h"

namespace throughline::consumer {

/// options.accelerators consumers of the arena's batches. A batch with fewer images than a slot
/// holds takes its share of the time. Blocks: while GPUs are opened, some seconds; `stop` wakes it.
/// Errors: those of the GPU's plug-in.
Result<std::vector<std::unique_ptr<Consumer>>> make_consumers(const ConsumerOptions& options,
                                                              const batch::BatchArena& arena,
                                                              const std::stop_token& stop);

}  // namespace throughline::consumer
