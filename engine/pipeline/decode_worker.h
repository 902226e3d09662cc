// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>

#include "engine/batch/slot_filler.h"
#include "engine/decode/image_decoder.h"
#include "engine/pipeline/counters.h"
#include "engine/pipeline/encoded_source.h"
#include "engine/pipeline/item_cache.h"
#include "engine/pipeline/item_log.h"
#include "engine/pipeline/ordered_hand_over.h"

namespace throughline::pipeline {

using BatchQueue = BoundedQueue<batch::Batch>;

/// What all decoders share.
struct DecodeShared {
    EncodedSource* source = nullptr;
    const batch::BatchArena* arena = nullptr;
    batch::SlotFiller* filler = nullptr;
    BatchQueue* batches = nullptr;
    ItemLog* log = nullptr;
    OrderedHandOver* ordered = nullptr;  ///< null: in whatever order images are decoded
    ItemCache* decoded = nullptr;        ///< where to put what was decoded; may be null
    const std::atomic<bool>* stopping = nullptr;
    bool on_gpu = false;  ///< what is handed over is encoded, see encoded_hand_over.h
    /// Images taken at once: few enough that decoders end together.
    std::size_t take_max = kTakeMaxDefault;

    static constexpr std::uint32_t kTakeMaxDefault = 4;
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
    std::size_t take(std::span<EncodedImage> images);
    bool process(const EncodedImage& image);
    bool decode(const EncodedImage& image, const batch::Position& at);
    void deliver(const batch::Position& at);
    /// Waits, Blocked, for a place in a batch. Empty: stopped.
    std::optional<batch::Position> await_position();
    void give_position_back();
    void pass_on(const std::optional<batch::Batch>& batch);
    void report(const EncodedImage& image, const decode::DecodeOutcome& outcome);

    static constexpr std::size_t kTakeMax = 16;

    DecodeShared shared_;
    std::unique_ptr<decode::ImageDecoder> decoder_;
    std::atomic<bool> retired_{false};
    std::optional<batch::Position> position_;
    std::array<EncodedImage, kTakeMax> images_{};
    std::array<batch::Position, kTakeMax> positions_{};  ///< of images_ where the order is kept
    DecodeCounters counters_;
    TimeAccount account_;
};

}  // namespace throughline::pipeline
