// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/encoded_hand_over.h"

#include <utility>

#include "engine/consumer/encoded_room.h"
#include "engine/decode/view_reader.h"

namespace throughline::pipeline {
namespace {

TlGpuExtent extent_of(const decode::Extent& extent) {
    return {.begin_px = extent.begin,
            .size_px = extent.size,
            .limit_begin_px = extent.limit_begin,
            .limit_end_px = extent.limit_end,
            .mirrored = extent.mirrored ? 1U : 0U,
            .reserved = 0};
}

class EncodedHandOver final : public decode::ImageDecoder {
public:
    explicit EncodedHandOver(std::unique_ptr<decode::ViewReader> reader)
        : reader_(std::move(reader)) {}

    decode::DecodeOutcome decode(const decode::DecodeJob& job) override {
        decode::View view;
        decode::DecodeOutcome outcome = reader_->read(job.encoded, job.key, view);
        if (outcome.status == decode::DecodeStatus::Ok &&
            !consumer::put_encoded(job.out, encoded_view(view, outcome.facts), job.encoded)) {
            outcome.status = decode::DecodeStatus::TooLarge;
            outcome.message = "more bytes than the largest image of the data set";
        }
        return outcome;
    }

private:
    std::unique_ptr<decode::ViewReader> reader_;
};

}  // namespace

TlGpuEncoded encoded_view(const decode::View& view, const decode::ImageFacts& facts) {
    return {.bytes = nullptr,
            .byte_count = 0,
            .width_px = facts.width_px,
            .height_px = facts.height_px,
            .across = extent_of(view.across),
            .down = extent_of(view.down),
            .transposed = view.transposed ? 1U : 0U,
            .reserved = 0};
}

Result<std::unique_ptr<decode::ImageDecoder>> make_encoded_hand_over(
    const decode::DecodeOptions& options) {
    auto reader = decode::ViewReader::make(options);
    if (!reader) {
        return std::move(reader).error();
    }
    return std::unique_ptr<decode::ImageDecoder>(
        std::make_unique<EncodedHandOver>(*std::move(reader)));
}

}  // namespace throughline::pipeline
