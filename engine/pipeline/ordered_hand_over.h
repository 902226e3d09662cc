// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "engine/base/mutex.h"
#include "engine/batch/slot_filler.h"
#include "engine/pipeline/encoded_source.h"
#include "engine/pipeline/time_account.h"

namespace throughline::pipeline {

/// Keeps the order of the feed in the batches: whoever takes images takes their positions with
/// them, in one step that no other decoder can come between. The source has to give its images in
/// sequence, and the batches have to be handed on in sequence.
/// Thread: any number of decoders. Blocks: take(), for images and for a free slot; never with the
/// lock held.
class OrderedHandOver {
public:
    OrderedHandOver(EncodedSource& source, batch::SlotFiller& filler)
        : source_(source), filler_(filler) {}

    /// As many images as positions. Waits in state Starved for images, Blocked for a slot. 0 = no
    /// more will come, or the run is over.
    std::size_t take(std::span<EncodedImage> images,
                     std::span<batch::Position> positions,
                     TimeAccount& account);

private:
    EncodedSource& source_;
    batch::SlotFiller& filler_;
    Mutex mutex_;  ///< taking and claiming
};

}  // namespace throughline::pipeline
