// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "engine/batch/slot_filler.h"
#include "engine/decode/image_decoder.h"
#include "engine/pipeline/counters.h"
#include "engine/pipeline/encoded_source.h"
#include "engine/pipeline/item_log.h"

namespace throughline::pipeline {

using BatchQueue = BoundedQueue<batch::Batch>;

/// What all decoders share.
struct DecodeShared {
    EncodedSource* source = nullptr;
    const batch::BatchArena* arena = nullptr;
    batch::SlotFiller* filler = nullptr;
    BatchQueue* batches = nullptr;
    ItemLog* log = nullptr;
    const std::atomic<bool>* stopping = nullptr;
    std::size_t take_max = 4;  ///< images taken at once: few enough that decoders end together
};

/// One decoder thread: encoded image in, pixels straight into a batch slot.
/// Accounts: starved without an encoded image; blocked without a free slot.
/// Thread: run() on a thread of its own.
class DecodeWorker {
public:
    static Result<std::unique_ptr<DecodeWorker>> make(const DecodeShared& shared,
                                                      const decode::DecodeOptions& options);
    /// Decodes until the source ends, `stopping`, or retire(). Frees the decoder at the end.
    void run();
    /// Ends run() once the images at hand are decoded; one that waits for input takes some more
    /// first. Thread: any.
    void retire() noexcept { retired_.store(true, std::memory_order_relaxed); }

    const DecodeCounters& counters() const noexcept { return counters_; }
    const TimeAccount& account() const noexcept { return account_; }

private:
    DecodeWorker(const DecodeShared& shared, std::unique_ptr<decode::ImageDecoder> decoder)
        : shared_(shared), decoder_(std::move(decoder)) {}
    bool going() const noexcept {
        return !shared_.stopping->load(std::memory_order_relaxed) &&
               !retired_.load(std::memory_order_relaxed);
    }
    bool decode_one(const EncodedImage& image);
    bool claim_position();
    void give_position_back();
    void pass_on(const std::optional<batch::Batch>& batch);
    void report(const EncodedImage& image, const decode::DecodeOutcome& outcome);

    DecodeShared shared_;
    std::unique_ptr<decode::ImageDecoder> decoder_;
    std::atomic<bool> retired_{false};
    std::optional<batch::Position> position_;
    DecodeCounters counters_;
    TimeAccount account_;
};

}  // namespace throughline::pipeline
