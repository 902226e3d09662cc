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
    double batch_seconds = 0.0;  ///< Paced: time of one full batch; > 0
};

/// The last stage: what is done with a batch before its slot is free again.
/// Thread: the consumer thread only.
/// Blocks: consume(), for the time of the work; `stop` wakes it.
class Consumer {
public:
    virtual ~Consumer() = default;
    /// Returns when the slot may be reused, or at once after `stop`. `starved`: the batch had to be
    /// waited for.
    virtual Result<void> consume(const batch::Batch& batch, bool starved, std::stop_token stop) = 0;
};

/// `images_per_batch`: a smaller last batch is held for its share of the time.
std::unique_ptr<Consumer> make_consumer(const ConsumerOptions& options,
                                        std::uint32_t images_per_batch);

}  // namespace throughline::consumer
