// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/decode_worker.h"

#include <array>
#include <string>

namespace throughline::pipeline {
namespace {

constexpr std::size_t kTakeMax = 16;

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
    while (!shared_.stopping->load(std::memory_order_relaxed)) {
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
        decoder_->decode(image.bytes, shared_.arena->image(position_->slot, position_->index));
    report(image, outcome);
    if (outcome.status != decode::DecodeStatus::Ok) {
        counters_.failed.add(1);
        return true;  // the position waits for the next image of this handful
    }
    const auto finished = shared_.filler->complete(*position_);
    position_.reset();
    counters_.images.add(1);
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
    if (outcome.status != decode::DecodeStatus::Ok) {
        if (shared_.log->is_new(image.item, true)) {
            shared_.log->report(
                {.failed = true,
                 .code = std::string("decode.") + decode::decode_status_name(outcome.status),
                 .text = outcome.message,
                 .item = image.item});
        }
        return;
    }
    const char* remark = outcome.facts.components == 4   ? "image.cmyk"
                         : outcome.facts.components == 1 ? "image.grey"
                         : outcome.facts.progressive     ? "image.progressive"
                                                         : nullptr;
    if (remark != nullptr && shared_.log->is_new(image.item, false)) {
        shared_.log->report({.failed = false,
                             .code = remark,
                             .text = "decoded; costs differ from a baseline colour JPEG",
                             .item = image.item});
    }
}

}  // namespace throughline::pipeline
