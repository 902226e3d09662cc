// SPDX-License-Identifier: Apache-2.0
// As in engine/decode: libjpeg's error jumps stay in this file, and no function between
// jump_on_error() and encode() holds an object with a destructor.
#include "engine/dataset_tools/jpeg_encoder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <csetjmp>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/dataset_tools/jpeg_compress_session.h"

namespace throughline::dataset_tools {
namespace {

constexpr std::uint32_t kMcuSide = 16;  // 4:2:0: 2 x 2 luma blocks of 8
constexpr std::uint32_t kEncodesMax = 8;

void start_destination(j_compress_ptr) {}
void end_destination(j_compress_ptr) {}
boolean buffer_full(j_compress_ptr info) {
    info->err->msg_code = 0;
    jump_on_error(reinterpret_cast<j_common_ptr>(info));
}

// Which rows of blocks are encoded: all, or every third for an estimate.
struct Strips {
    std::uint32_t first = 0;
    std::uint32_t step = 1;
    std::uint32_t count = 0;
};

class TurboEncoder final : public JpegEncoder {
public:
    TurboEncoder() = default;
    TurboEncoder(const TurboEncoder&) = delete;
    TurboEncoder& operator=(const TurboEncoder&) = delete;
    ~TurboEncoder() override { jpeg_destroy_compress(&session_.info); }

    bool create() {
        auto& info = session_.info;
        take_errors(session_);
        if (setjmp(session_.on_error) != 0) {
            return false;
        }
        jpeg_create_compress(&info);
        destination_.init_destination = start_destination;
        destination_.empty_output_buffer = buffer_full;
        destination_.term_destination = end_destination;
        info.dest = &destination_;
        info.in_color_space = JCS_YCbCr;
        info.input_components = 3;
        jpeg_set_defaults(&info);  // YCbCr, 2 x 2 luma samples for one of chroma
        jpeg_set_linear_quality(&info, 100, TRUE);
        for (std::size_t table = 0; table < base_.size(); ++table) {
            std::copy_n(info.quant_tbl_ptrs[table]->quantval, DCTSIZE2, base_[table].begin());
        }
        info.raw_data_in = TRUE;
        return true;
    }

    Result<std::span<const std::byte>> encode(const Picture& picture, double scale) override {
        return encode_strips(picture, scale, {.count = picture.rows / kMcuSide});
    }

    Result<Fit> encode_to_size(const Picture& picture,
                               std::uint64_t bytes_wanted,
                               double tolerance,
                               double scale_guess) override;

private:
    Result<std::span<const std::byte>> encode_strips(const Picture& picture,
                                                     double scale,
                                                     Strips strips);
    Result<double> estimate_bytes(const Picture& picture, double scale);
    void set_tables(double scale) noexcept;
    void write_strips(const Picture& picture, Strips strips);

    CompressSession session_;
    jpeg_destination_mgr destination_{};
    std::array<std::array<UINT16, DCTSIZE2>, 2> base_{};
    std::vector<std::byte> buffer_;
};

void TurboEncoder::set_tables(double scale) noexcept {
    for (std::size_t table = 0; table < base_.size(); ++table) {
        JQUANT_TBL& target = *session_.info.quant_tbl_ptrs[table];
        for (std::size_t i = 0; i < DCTSIZE2; ++i) {
            target.quantval[i] =
                static_cast<UINT16>(std::clamp(std::lround(base_[table][i] * scale), 1L, 255L));
        }
    }
}

void TurboEncoder::write_strips(const Picture& picture, Strips strips) {
    auto& info = session_.info;
    // libjpeg only reads raw samples, but its types are not const.
    auto* luma = const_cast<JSAMPLE*>(picture.luma.data());
    auto* blue = const_cast<JSAMPLE*>(picture.blue.data());
    auto* red = const_cast<JSAMPLE*>(picture.red.data());
    std::array<JSAMPROW, kMcuSide> luma_rows;
    std::array<JSAMPROW, kMcuSide / 2> blue_rows;
    std::array<JSAMPROW, kMcuSide / 2> red_rows;
    std::array<JSAMPARRAY, 3> planes = {luma_rows.data(), blue_rows.data(), red_rows.data()};
    for (std::uint32_t strip = 0; strip < strips.count; ++strip) {
        const std::size_t top = std::size_t{strips.first + strip * strips.step} * kMcuSide;
        for (std::size_t y = 0; y < kMcuSide; ++y) {
            luma_rows[y] = luma + (top + y) * picture.stride;
        }
        for (std::size_t y = 0; y < kMcuSide / 2; ++y) {
            blue_rows[y] = blue + (top / 2 + y) * (picture.stride / 2);
            red_rows[y] = red + (top / 2 + y) * (picture.stride / 2);
        }
        jpeg_write_raw_data(&info, planes.data(), kMcuSide);
    }
}

Result<std::span<const std::byte>> TurboEncoder::encode_strips(const Picture& picture,
                                                               double scale,
                                                               Strips strips) {
    // Noise at quality 100 takes about 1.3 bytes a sample; 4 leave room for any picture.
    const std::size_t room = picture.luma.size() * 4 + (std::size_t{1} << 16U);
    if (buffer_.size() < room) {
        buffer_.resize(room);
    }
    auto& info = session_.info;
    destination_.next_output_byte = reinterpret_cast<JOCTET*>(buffer_.data());
    destination_.free_in_buffer = buffer_.size();
    if (setjmp(session_.on_error) != 0) {
        jpeg_abort_compress(&info);
        return Error{.code = ErrorCode::Internal,
                     .what = std::string("encode JPEG: ") + session_.message.data()};
    }
    info.image_width = picture.width_px;
    info.image_height = strips.step == 1 ? picture.height_px : strips.count * kMcuSide;
    set_tables(scale);
    jpeg_start_compress(&info, TRUE);  // TRUE: all tables, those sent before too
    write_strips(picture, strips);
    jpeg_finish_compress(&info);
    return std::span<const std::byte>(buffer_.data(), buffer_.size() - destination_.free_in_buffer);
}

Result<double> TurboEncoder::estimate_bytes(const Picture& picture, double scale) {
    const std::uint32_t rows = picture.rows / kMcuSide;
    if (rows < 9) {
        auto whole = encode(picture, scale);
        return whole ? Result<double>(static_cast<double>((*whole).size()))
                     : Result<double>(std::move(whole).error());
    }
    const Strips strips{.first = 1, .step = 3, .count = (rows - 2) / 3 + 1};
    auto part = encode_strips(picture, scale, strips);
    if (!part) {
        return std::move(part).error();
    }
    const double data = static_cast<double>((*part).size()) - JpegEncoder::kHeaderBytes;
    return data * (static_cast<double>(picture.height_px) / kMcuSide) / strips.count +
           JpegEncoder::kHeaderBytes;
}

// The size of the data falls as a power of the scale, with an exponent that changes slowly: two
// strips' estimates place the first whole encode, then false position in log-log closes in.
Result<JpegEncoder::Fit> TurboEncoder::encode_to_size(const Picture& picture,
                                                      std::uint64_t bytes_wanted,
                                                      double tolerance,
                                                      double scale_guess) {
    const double wanted =
        std::log(std::max(static_cast<double>(bytes_wanted) - JpegEncoder::kHeaderBytes, 1.0));
    const double low = std::log(kScaleMin);
    const double high = std::log(kScaleMax);
    const auto log_data = [](double bytes) {
        return std::log(std::max(bytes - JpegEncoder::kHeaderBytes, 1.0));
    };
    double slope = -0.55;  // d ln(bytes) / d ln(scale), usual around quality 90
    double at = std::clamp(std::log(scale_guess), low, high);
    for (int probe = 0; probe < 2; ++probe) {
        auto estimate = estimate_bytes(picture, std::exp(at));
        if (!estimate) {
            return std::move(estimate).error();
        }
        const double next = std::clamp(at + (wanted - log_data(*estimate)) / slope, low, high);
        if (std::abs(next - at) < 0.5) {
            at = next;
            break;
        }
        at = next;
    }
    Fit best;
    double below = low - 1.0;  // the scales known to give too much and too little
    double above = high + 1.0;
    double previous_at = 0.0;
    double previous_data = 0.0;
    for (std::uint32_t encodes = 1; encodes <= kEncodesMax; ++encodes) {
        auto bytes = encode(picture, std::exp(at));
        if (!bytes) {
            return std::move(bytes).error();
        }
        const auto size = static_cast<double>((*bytes).size());
        const double error = size / static_cast<double>(bytes_wanted) - 1.0;
        best = {.bytes = *bytes, .scale = std::exp(at), .size_error = error, .encodes = encodes};
        if (std::abs(error) <= tolerance) {
            break;
        }
        (error > 0 ? below : above) = at;
        const double data = log_data(size);
        if (encodes > 1 && std::abs(at - previous_at) > 1e-6) {
            slope = std::clamp((data - previous_data) / (at - previous_at), -2.0, -0.15);
        }
        previous_at = at;
        previous_data = data;
        double next = std::clamp(at + (wanted - data) / slope, low, high);
        if (next <= below || next >= above) {
            next = (std::max(below, low) + std::min(above, high)) / 2.0;
        }
        if (std::abs(next - at) < 1e-6) {
            break;
        }
        at = next;
    }
    return best;
}

}  // namespace

Result<std::unique_ptr<JpegEncoder>> JpegEncoder::make() {
    auto encoder = std::make_unique<TurboEncoder>();
    if (!encoder->create()) {
        return Error{.code = ErrorCode::Limit, .what = say("jpeg_create_compress: out of memory")};
    }
    return std::unique_ptr<JpegEncoder>(std::move(encoder));
}

}  // namespace throughline::dataset_tools
