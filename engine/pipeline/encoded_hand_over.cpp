// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/encoded_hand_over.h"

#include <utility>

#include "engine/base/say.h"
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
    EncodedHandOver(std::unique_ptr<decode::ViewReader> reader,
                    std::unique_ptr<decode::ImageDecoder> decoder,
                    std::uint64_t result_bytes)
        : reader_(std::move(reader)), decoder_(std::move(decoder)), result_bytes_(result_bytes) {}

    decode::DecodeOutcome decode(const decode::DecodeJob& job) override {
        decode::View view;
        decode::DecodeOutcome outcome = reader_->read(job.encoded, job.key, view);
        if (outcome.status != decode::DecodeStatus::Ok) {
            return outcome;
        }
        const auto pixels = consumer::pixels_in(job.out, result_bytes_);
        const bool many = std::uint64_t{outcome.facts.width_px} * outcome.facts.height_px >
                          consumer::kGpuImagePixelsMax;
        if (!(many && !pixels.empty()) &&
            consumer::put_encoded(job.out, encoded_view(view, outcome.facts), job.encoded)) {
            return outcome;
        }
        if (pixels.empty()) {
            outcome.status = decode::DecodeStatus::TooLarge;
            outcome.message = to_say("more bytes than the largest image of the data set");
            return outcome;
        }
        decode::DecodeJob here = job;
        here.out = pixels;
        outcome = decoder_->decode(here);
        consumer::mark_pixels(job.out, result_bytes_);
        return outcome;
    }

private:
    std::unique_ptr<decode::ViewReader> reader_;
    std::unique_ptr<decode::ImageDecoder> decoder_;  ///< of what is too large for its place
    std::uint64_t result_bytes_;
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
            .is_pixels = 0};
}

Result<std::unique_ptr<decode::ImageDecoder>> make_encoded_hand_over(
    const decode::DecodeOptions& options) {
    auto reader = decode::ViewReader::make(options);
    if (!reader) {
        return std::move(reader).error();
    }
    auto decoder = decode::ImageDecoder::make(options);
    if (!decoder) {
        return std::move(decoder).error();
    }
    return std::unique_ptr<decode::ImageDecoder>(std::make_unique<EncodedHandOver>(
        *std::move(reader), *std::move(decoder), decode::bytes_per_image(options)));
}

}  // namespace throughline::pipeline
