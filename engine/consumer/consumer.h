// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>

#include "engine/base/result.h"
#include "engine/batch/slot_filler.h"

namespace throughline::consumer {

enum class ConsumerKind : std::uint8_t {
    Null,   ///< takes a batch and gives it back at once
    Paced,  ///< emulated accelerator: holds each batch for a stated time
};

struct ConsumerOptions {
    ConsumerKind kind = ConsumerKind::Null;
    double batch_seconds = 0.0;      ///< Paced: time of one full batch; > 0
    std::uint32_t accelerators = 1;  ///< as many consumers, each with a batch of its own
    bool barrier = false;            ///< a step ends when all of them have ended it
};

/// The last stage: what is done with a batch before its slot is free again.
/// Thread: its consumer thread only.
/// Blocks: consume(), for the time of the work; `stop` wakes it.
class Consumer {
public:
    virtual ~Consumer() = default;
    /// Returns when the slot may be reused, or at once after `stop`. The step begins when the batch
    /// was there, and not before `free_ns`, when the accelerator had ended the step before.
    /// Returns: the steady time at which this step ended. Where time is emulated that is when it
    /// was due, however late the thread woke up: a busy processor does not slow the accelerator
    /// down, and time in which it starved is never caught up.
    virtual Result<std::int64_t> consume(const batch::Batch& batch,
                                         std::int64_t free_ns,
                                         std::stop_token stop) = 0;
};

/// One of options.accelerators consumers. `images_per_batch`: a smaller last batch is held for its
/// share of the time.
std::unique_ptr<Consumer> make_consumer(const ConsumerOptions& options,
                                        std::uint32_t images_per_batch);

}  // namespace throughline::consumer
