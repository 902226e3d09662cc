// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/decode_worker.h"

#include <algorithm>
#include <array>
#include <string>

namespace throughline::pipeline {
namespace {

constexpr std::size_t kTakeMax = 16;

/// "decode.truncated", without building a string for every bad image.
const char* failure_code(decode::DecodeStatus status) {
    switch (status) {
        case decode::DecodeStatus::Empty:
            return "decode.empty";
        case decode::DecodeStatus::NotJpeg:
            return "decode.not_jpeg";
        case decode::DecodeStatus::Truncated:
            return "decode.truncated";
        case decode::DecodeStatus::TooLarge:
            return "decode.too_large";
        case decode::DecodeStatus::Ok:
        case decode::DecodeStatus::Corrupt:
        case decode::DecodeStatus::Stopped:
            break;
    }
    return "decode.corrupt";
}

}  // namespace

Result<std::unique_ptr<DecodeWorker>> DecodeWorker::make(const DecodeShared& shared,
                                                         const decode::DecodeOptions& options) {
    auto decoder = decode::ImageDecoder::make(options);
    if (!decoder) {
        return std::move(decoder).error();
    }
    return std::unique_ptr<DecodeWorker>(new DecodeWorker(shared, *std::move(decoder)));
}

void DecodeWorker::run() {
    account_.begin();
    std::array<EncodedImage, kTakeMax> images{};
    const auto room = std::span(images).first(std::min(shared_.take_max, kTakeMax));
    while (going()) {
        give_position_back();  // others may need the slot while this decoder waits
        const std::size_t count = shared_.source->take(room, account_);
        if (count == 0) {
            break;
        }
        bool going = true;
        for (std::size_t i = 0; i < count && going; ++i) {
            going = decode_one(images[i]);
        }
        shared_.source->release(std::span(images).first(count));
        if (!going) {
            break;
        }
    }
    give_position_back();
    decoder_.reset();
    account_.end();
}

void DecodeWorker::give_position_back() {
    if (position_) {
        pass_on(shared_.filler->abandon(*position_));
        position_.reset();
    }
}

bool DecodeWorker::decode_one(const EncodedImage& image) {
    if (!position_ && !claim_position()) {
        return false;
    }
    const auto outcome =
        decoder_->decode({.encoded = image.bytes,
                          .out = shared_.arena->image(position_->slot, position_->index),
                          .key = {.image = image.item, .epoch = image.epoch},
                          .stopping = shared_.stopping});
    if (outcome.status == decode::DecodeStatus::Stopped) {
        return false;
    }
    report(image, outcome);
    if (outcome.status != decode::DecodeStatus::Ok) {
        counters_.failed.add(1);
        return true;  // the position waits for the next image of this handful
    }
    const auto finished = shared_.filler->complete(*position_);
    position_.reset();
    counters_.images.add(1);
    counters_.progressive.add(outcome.facts.progressive ? 1 : 0);
    if (outcome.augment_ns != -1) {
        counters_.augment_ns.add(
            static_cast<std::uint64_t>(std::max<std::int64_t>(outcome.augment_ns, 0)));
        counters_.augment_timed.add(1);
    }
    pass_on(finished);
    return true;
}

bool DecodeWorker::claim_position() {
    while (!(position_ = shared_.filler->try_claim())) {
        const InState blocked(account_, WorkState::Blocked);
        if (!shared_.filler->wait_claimable()) {
            return false;  // stopped
        }
    }
    return true;
}

void DecodeWorker::pass_on(const std::optional<batch::Batch>& batch) {
    if (batch) {
        shared_.batches->push(*batch);
    }
}

void DecodeWorker::report(const EncodedImage& image, const decode::DecodeOutcome& outcome) {
    const bool failed = outcome.status != decode::DecodeStatus::Ok;
    const char* code = failed                          ? failure_code(outcome.status)
                       : outcome.facts.components == 4 ? "image.cmyk"
                       : outcome.facts.components == 1 ? "image.grey"
                       : outcome.facts.progressive     ? "image.progressive"
                                                       : nullptr;
    if (code != nullptr && shared_.log->wants(image.item, failed, code)) {
        shared_.log->report(
            {.failed = failed,
             .code = code,
             .text = failed ? outcome.message
                            : "decoded; its cost differs from a baseline colour JPEG's",
             .item = image.item});
    }
}

}  // namespace throughline::pipeline
