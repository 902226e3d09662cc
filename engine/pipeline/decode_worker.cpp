// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/decode_worker.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "engine/base/say.h"
#include "engine/pipeline/encoded_hand_over.h"

namespace throughline::pipeline {
namespace {

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
    auto decoder =
        shared.on_gpu ? make_encoded_hand_over(options) : decode::ImageDecoder::make(options);
    if (!decoder) {
        return std::move(decoder).error();
    }
    return std::unique_ptr<DecodeWorker>(new DecodeWorker(shared, *std::move(decoder)));
}

void DecodeWorker::run() {
    account_.begin();
    const std::size_t room = std::min(shared_.take_max, kTakeMax);
    while (going()) {
        const std::size_t count = take(std::span(images_).first(room));
        if (count == 0) {
            break;
        }
        bool more = true;
        for (std::size_t i = 0; i < count && more; ++i) {
            if (shared_.ordered != nullptr) {
                position_ = positions_[i];
            }
            more = process(images_[i]);
        }
        shared_.source->release(std::span(images_).first(count));
        if (!more) {
            break;
        }
    }
    give_position_back();
    decoder_.reset();
    account_.end();
}

std::size_t DecodeWorker::take(std::span<EncodedImage> images) {
    if (shared_.ordered != nullptr) {
        return shared_.ordered->take(images, positions_, account_);
    }
    give_position_back();  // others may need the slot while this decoder waits
    return shared_.source->take(images, account_);
}

void DecodeWorker::give_position_back() {
    if (position_) {
        pass_on(shared_.filler->abandon(*position_));
        position_.reset();
    }
}

/// False: the run is over.
bool DecodeWorker::process(const EncodedImage& image) {
    if (!position_) {
        position_ = await_position();
    }
    if (!position_) {
        return false;
    }
    const batch::Position at = *position_;
    switch (image.content) {
        case EncodedImage::Content::Encoded:
            return decode(image, at);
        case EncodedImage::Content::Pixels: {
            const auto out = shared_.arena->image(at.slot, at.index);
            std::memcpy(out.data(), image.bytes.data(), std::min(out.size(), image.bytes.size()));
            deliver(at);
            break;
        }
        case EncodedImage::Content::Lost:
            give_position_back();
            break;
    }
    return true;
}

bool DecodeWorker::decode(const EncodedImage& image, const batch::Position& at) {
    const auto out = shared_.arena->image(at.slot, at.index);
    const auto outcome = decoder_->decode({.encoded = image.bytes,
                                           .out = out,
                                           .key = {.image = image.item, .epoch = image.epoch},
                                           .stopping = shared_.stopping});
    if (outcome.status == decode::DecodeStatus::Stopped) {
        return false;
    }
    report(image, outcome);
    if (outcome.status != decode::DecodeStatus::Ok) {
        counters_.failed.add(1);
        if (shared_.ordered != nullptr) {
            give_position_back();
        }
        return true;  // else the position waits for the next image of this handful
    }
    counters_.progressive.add(outcome.facts.progressive ? 1 : 0);
    counters_.jpegs.add(1);
    counters_.pixels.add(std::uint64_t{outcome.facts.width_px} * outcome.facts.height_px);
    if (outcome.augment_time) {
        counters_.augment_ns.add(static_cast<std::uint64_t>(
            std::max(*outcome.augment_time, Nanoseconds::zero()).count()));
        counters_.augment_timed.add(1);
    }
    if (shared_.decoded != nullptr) {
        shared_.decoded->put(image.item, out);
    }
    deliver(at);
    return true;
}

void DecodeWorker::deliver(const batch::Position& at) {
    const auto finished = shared_.filler->complete(at);
    position_.reset();
    counters_.images.add(1);
    pass_on(finished);
}

std::optional<batch::Position> DecodeWorker::await_position() {
    for (;;) {
        if (const auto free = shared_.filler->try_claim()) {
            return free;
        }
        const InState blocked(account_, WorkState::Blocked);
        if (!shared_.filler->wait_claimable()) {
            return std::nullopt;
        }
    }
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
                            : to_say("decoded; its cost differs from a baseline colour JPEG's"),
             .item = image.item});
    }
}

}  // namespace throughline::pipeline
