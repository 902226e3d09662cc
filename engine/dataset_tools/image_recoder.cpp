// SPDX-License-Identifier: Apache-2.0
// As in jpeg_encoder.cpp: libjpeg's error jumps stay in this file, and no function between
// jump_on_error() and compress() holds an object with a destructor.
#include "engine/dataset_tools/image_recoder.h"

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdlib>
#include <string>

#include "engine/dataset_tools/jpeg_compress_session.h"
#include "engine/decode/image_decoder.h"

namespace throughline::dataset_tools {
namespace {

/// RGB rows to a JPEG in memory that malloc() gave; false with a message in the session.
bool compress(CompressSession& session,
              std::byte* pixels,
              std::uint32_t width_px,
              std::uint32_t height_px,
              int quality,
              unsigned char** out,
              unsigned long* out_bytes) {
    auto& info = session.info;
    take_errors(session);
    if (setjmp(session.on_error) != 0) {
        jpeg_destroy_compress(&info);
        return false;
    }
    jpeg_create_compress(&info);
    jpeg_mem_dest(&info, out, out_bytes);
    info.image_width = width_px;
    info.image_height = height_px;
    info.input_components = 3;
    info.in_color_space = JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, quality, TRUE);
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < info.image_height) {
        auto* row =
            reinterpret_cast<JSAMPROW>(pixels) + std::size_t{info.next_scanline} * width_px * 3;
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    return true;
}

class TurboRecoder final : public ImageRecoder {
public:
    explicit TurboRecoder(const Shape& shape) : shape_(shape) {}
    TurboRecoder(const TurboRecoder&) = delete;
    TurboRecoder& operator=(const TurboRecoder&) = delete;
    ~TurboRecoder() override { release(); }

    Result<std::span<const std::byte>> shrink(std::span<const std::byte> jpeg) override {
        const decode::DecodeOutcome head = decode::read_image_facts(jpeg);
        if (head.status != decode::DecodeStatus::Ok) {
            return refused(head);
        }
        const std::uint32_t shorter = std::min(head.facts.width_px, head.facts.height_px);
        if (shorter <= shape_.short_side_px) {
            return jpeg;
        }
        const double scale = static_cast<double>(shape_.short_side_px) / shorter;
        const auto scaled = [&](std::uint32_t side) {
            return std::max(1U, static_cast<std::uint32_t>(std::lround(side * scale)));
        };
        const std::uint32_t width_px = scaled(head.facts.width_px);
        const std::uint32_t height_px = scaled(head.facts.height_px);
        if (auto decoded = decode(jpeg, width_px, height_px); !decoded) {
            return std::move(decoded).error();
        }
        release();
        if (!compress(session_,
                      pixels_.data(),
                      width_px,
                      height_px,
                      shape_.quality,
                      &encoded_,
                      &encoded_bytes_)) {
            return Error{.code = ErrorCode::Internal,
                         .what = std::string("encode: ") + session_.message.data()};
        }
        return std::as_bytes(std::span(encoded_, encoded_bytes_));
    }

    Result<std::span<const std::byte>> pixels(std::span<const std::byte> jpeg) override {
        if (auto decoded = decode(jpeg, shape_.width_px, shape_.height_px); !decoded) {
            return std::move(decoded).error();
        }
        return std::span<const std::byte>(pixels_);
    }

private:
    static Error refused(const decode::DecodeOutcome& outcome) {
        return format_error(std::string(decode::decode_status_name(outcome.status)) + " (" +
                            outcome.message + ")");
    }

    Result<void> decode(std::span<const std::byte> jpeg,
                        std::uint32_t width_px,
                        std::uint32_t height_px) {
        if (!decoder_ || width_px != decoder_width_px_ || height_px != decoder_height_px_) {
            auto made = decode::ImageDecoder::make({.width_px = width_px, .height_px = height_px});
            if (!made) {
                return std::move(made).error();
            }
            decoder_ = *std::move(made);
            decoder_width_px_ = width_px;
            decoder_height_px_ = height_px;
        }
        pixels_.resize(std::size_t{width_px} * height_px * 3);
        const decode::DecodeOutcome outcome = decoder_->decode(jpeg, pixels_);
        return outcome.status == decode::DecodeStatus::Ok ? Result<void>() : refused(outcome);
    }
    void release() {
        std::free(encoded_);  // NOLINT: libjpeg took it with malloc()
        encoded_ = nullptr;
        encoded_bytes_ = 0;
    }

    Shape shape_;
    std::unique_ptr<decode::ImageDecoder> decoder_;  ///< for the last size: many are alike
    std::uint32_t decoder_width_px_ = 0;
    std::uint32_t decoder_height_px_ = 0;
    std::vector<std::byte> pixels_;
    CompressSession session_;
    unsigned char* encoded_ = nullptr;
    unsigned long encoded_bytes_ = 0;
};

}  // namespace

std::unique_ptr<ImageRecoder> ImageRecoder::make(const Shape& shape) {
    return std::make_unique<TurboRecoder>(shape);
}

}  // namespace throughline::dataset_tools
