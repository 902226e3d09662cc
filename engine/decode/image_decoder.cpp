// SPDX-License-Identifier: Apache-2.0
#include "engine/decode/image_decoder.h"

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/say.h"
#include "engine/decode/augment.h"
#include "engine/decode/exif.h"
#include "engine/decode/jpeg_session.h"
#include "engine/decode/pixel_format.h"
#include "engine/decode/resize.h"

namespace throughline::decode {
namespace {

constexpr std::uint32_t kSideMax = 65500;  // JPEG_MAX_DIMENSION of libjpeg

// Every so many images the change of colour is timed, by writing their rows without it as well.
constexpr std::uint64_t kAugmentTimedEvery = 64;

// One CMYK row to RGB. Adobe stores the inks inverted (255 = no ink): Technical Note 5116.
void convert_cmyk(const std::uint8_t* from, std::uint8_t* to, std::size_t columns, bool inverted) {
    const unsigned flip = inverted ? 0 : 255;
    for (std::size_t x = 0; x < columns; ++x) {
        const unsigned light = from[4 * x + 3] ^ flip;
        for (std::size_t c = 0; c < 3; ++c) {
            to[3 * x + c] =
                static_cast<std::uint8_t>(((from[4 * x + c] ^ flip) * light + 127) / 255);
        }
    }
}

/// What a decoder keeps of one image of several scans (progressive ones) until the last has come.
/// Beyond the memory that is planned before a run, hence a bound: 90 million pixels of 4:2:0.
constexpr std::uint64_t kCoefficientBytesMax = std::uint64_t{256} << 20U;

std::uint64_t coefficient_bytes(jpeg_decompress_struct& info) {
    if (jpeg_has_multiple_scans(&info) == FALSE) {
        return 0;
    }
    std::uint64_t bytes = 0;
    for (int i = 0; i < info.num_components; ++i) {
        bytes += std::uint64_t{info.comp_info[i].width_in_blocks} *
                 info.comp_info[i].height_in_blocks * sizeof(JBLOCK);
    }
    return bytes;
}

class TurboDecoder final : public ImageDecoder {
public:
    /// Images up to this width and height are decoded without an allocation from the first one on;
    /// a larger one has the buffers grow, and they stay so.
    static constexpr std::uint32_t kUsualSidePx = 2048;

    explicit TurboDecoder(const DecodeOptions& options)
        : options_(options), plain_(plain_format(options)) {}
    TurboDecoder(const TurboDecoder&) = delete;
    TurboDecoder& operator=(const TurboDecoder&) = delete;
    ~TurboDecoder() override = default;

    /// False: out of memory.
    bool prepare() noexcept {
        if (!create(session_)) {
            return false;
        }
        try {
            const std::uint32_t result_px = std::max(options_.width_px, options_.height_px);
            reserve(kUsualSidePx, kUsualSidePx, result_px, result_px);
        } catch (const std::bad_alloc&) {
            return false;
        }
        return true;
    }

    DecodeOutcome decode(const DecodeJob& job) override {
        THROUGHLINE_CHECK(job.out.size() == bytes_per_image(options_));
        session_.stopping = job.stopping;
        DecodeOutcome outcome = open_image(session_, job.encoded);
        if (outcome.status == DecodeStatus::Ok) {
            decode_pixels(job, outcome);
        }
        jpeg_abort_decompress(&session_.info);
        return outcome;
    }

private:
    void decode_pixels(const DecodeJob& job, DecodeOutcome& outcome) {
        auto& info = session_.info;
        if (std::uint64_t{info.image_width} * info.image_height > options_.pixels_max) {
            outcome.status = DecodeStatus::TooLarge;
            outcome.message = to_say("more pixels than allowed");
            return;
        }
        if (coefficient_bytes(info) > kCoefficientBytesMax) {
            outcome.status = DecodeStatus::TooLarge;
            outcome.message =
                to_say("several scans of an image this large need more memory than allowed");
            return;
        }
        if (!tables_present(info)) {
            outcome.status = DecodeStatus::Corrupt;
            outcome.message = to_say("a quantisation or Huffman table is missing");
            return;
        }
        choose(job);
        const bool started = guarded(session_, [&] { start(); });
        if (started && !prepare_buffers()) {
            outcome.status = DecodeStatus::TooLarge;
            outcome.message = to_say("out of memory for the rows of the image");
            return;
        }
        const PixelFormat format = choose_format(job.key);
        std::byte* const place = view_.transposed ? turned_.data() : job.out.data();
        const bool finished = started && guarded(session_, [&] { read_rows(format, place); });
        judge(finished, outcome);
        if (outcome.status == DecodeStatus::Ok && view_.transposed) {
            transpose_image(options_, turned_.data(), job.out.data());
        }
        if (std::exchange(resizer_.comparison.plain, nullptr) != nullptr) {
            outcome.augment_time = resizer_.comparison.mixed_time - resizer_.comparison.plain_time;
        }
    }

    void choose(const DecodeJob& job) {
        const auto& info = session_.info;
        const int orientation =
            options_.orientation == Orientation::Exif ? exif_orientation(job.encoded) : 1;
        view_ = choose_view(options_, info.image_width, info.image_height, orientation, job.key);
    }

    PixelFormat choose_format(const ImageKey& key) {
        if (!options_.jitter.any()) {
            return plain_;
        }
        if (images_++ % kAugmentTimedEvery == 0) {
            resizer_.comparison = {.plain = &plain_, .plain_time{}, .mixed_time{}};
        }
        return mixed_format(options_, colour_matrix(options_, key));
    }

    void start() noexcept(false) {
        auto& info = session_.info;
        const bool cmyk = info.num_components == 4;
        info.out_color_space = cmyk ? JCS_CMYK : JCS_RGB;
        info.scale_num = 1;
        info.scale_denom = scale_divisor(view_, options_.scale);
        info.do_fancy_upsampling = options_.upsampling == Upsampling::Fancy ? TRUE : FALSE;
        info.dct_method = options_.dct == Dct::Islow ? JDCT_ISLOW : JDCT_IFAST;
        multiple_scans_ = jpeg_has_multiple_scans(&info) != FALSE;
        // libjpeg-turbo 2.1 leaves these as the image before left them when this one needs none
        // (merged upsampling), and jpeg_skip_scanlines() then follows the first into freed memory.
        info.cconvert = nullptr;
        info.cquantize = nullptr;
        jpeg_start_decompress(&info);
        across_ = scaled_extent(view_.across, info.scale_denom, info.output_width);
        down_ = scaled_extent(view_.down, info.scale_denom, info.output_height);
        skip_columns();
    }

    // libjpeg transforms whole MCUs, and interpolates chroma from a neighbour on either side that
    // it believes to be missing at the edge of a crop: so we ask for one pixel more.
    void skip_columns() noexcept(false) {
        auto& info = session_.info;
        JDIMENSION first = across_.first_px - (across_.first_px > 0 ? 1 : 0);
        JDIMENSION count =
            std::min(across_.first_px + across_.axis.source_px + 1, info.output_width) - first;
        if (count < info.output_width) {
            jpeg_crop_scanline(&info, &first, &count);
        } else {
            first = 0;
        }
        lead_px_ = across_.first_px - first;
    }

    bool prepare_buffers() noexcept {
        const auto& info = session_.info;
        try {
            reserve_for_image();
            resizer_.begin(across_.axis, down_.axis);
            resizer_.set_row(lead_px_, info.output_width);
            const std::size_t cmyk_bytes = std::size_t{info.output_width} * 4;
            if (info.out_color_space == JCS_CMYK && cmyk_row_.size() < cmyk_bytes) {
                cmyk_row_.resize(cmyk_bytes);
            }
            if (view_.transposed) {
                turned_.resize(bytes_per_image(options_));
            }
        } catch (const std::bad_alloc&) {
            return false;
        }
        return true;
    }

    // For the largest box of an image of this size, so that a later, larger one finds its memory.
    void reserve_for_image() {
        const auto& info = session_.info;
        const std::uint64_t sides =
            (std::uint64_t{info.output_height} << 32U) | session_full_width();
        if (options_.mode != Mode::Train || sides == reserved_for_) {
            return;
        }
        reserved_for_ = sides;
        reserve(
            session_full_width(), info.output_height, view_.across.result_px, view_.down.result_px);
    }
    void reserve(std::uint32_t source_width_px,
                 std::uint32_t source_height_px,
                 std::uint32_t result_width_px,
                 std::uint32_t result_height_px) {
        const auto whole = [](std::uint32_t side_px, std::uint32_t result_px) {
            return Axis{.source_px = side_px,
                        .origin = 0.0,
                        .step = static_cast<double>(side_px) / result_px,
                        .result_px = result_px,
                        .mirrored = false};
        };
        resizer_.reserve(whole(source_width_px, result_width_px),
                         whole(source_height_px, result_height_px));
    }
    std::uint32_t session_full_width() const {
        const auto& info = session_.info;
        return (info.image_width + info.scale_denom - 1) / info.scale_denom;
    }

    void read_rows(const PixelFormat& format, std::byte* out) noexcept(false) {
        auto& info = session_.info;
        const bool cmyk = info.out_color_space == JCS_CMYK;
        if (!skip_rows(down_.first_px)) {
            return;
        }
        const std::uint32_t end = down_.first_px + down_.axis.source_px;
        std::array<std::uint8_t*, Resizer::kRowsAtOnce> rows;
        // Damage decides the outcome, so the rows after it are not worth their time.
        while (info.output_scanline < end && !session_.damaged && !stop_asked(session_)) {
            const std::size_t room = resizer_.next_rows(rows);
            std::size_t count = 0;
            if (cmyk) {
                JSAMPROW row = cmyk_row_.data();
                count = jpeg_read_scanlines(&info, &row, 1);
                convert_cmyk(row, rows[0], info.output_width, info.saw_Adobe_marker != FALSE);
            } else {
                count = jpeg_read_scanlines(&info, rows.data(), static_cast<JDIMENSION>(room));
            }
            if (count == 0) {
                return;
            }
            resizer_.push_rows(count, format, out);
        }
        // What follows the last pixel does not concern us, so there is no jpeg_finish_decompress().
    }

    // In parts, so that a stop is seen within about 50 ms in the largest of images.
    bool skip_rows(std::uint32_t until) noexcept(false) {
        auto& info = session_.info;
        constexpr std::uint32_t kPixelsAtOnce = 8U << 20U;
        const std::uint32_t part = std::max(256U, kPixelsAtOnce / info.image_width);
        while (info.output_scanline < until) {
            const std::uint32_t count = std::min(part, until - info.output_scanline);
            if (session_.damaged || stop_asked(session_) ||
                jpeg_skip_scanlines(&info, count) == 0) {
                return false;
            }
        }
        return true;
    }

    void judge(bool finished, DecodeOutcome& outcome) const {
        const bool whole =
            finished && session_.info.output_scanline >= down_.first_px + down_.axis.source_px;
        // An image of one scan is whole when its last row is, even if the end marker is gone; with
        // several, as in progressive files, a scan that would have sharpened it may be missing.
        const bool lacks_scans = session_.ran_dry && multiple_scans_;
        if (whole && !session_.damaged && !lacks_scans) {
            return;
        }
        if (session_.stopped) {
            outcome.status = DecodeStatus::Stopped;
            outcome.message = "stopped";
            return;
        }
        outcome.status = session_.ran_dry ? DecodeStatus::Truncated : DecodeStatus::Corrupt;
        outcome.message = session_.message[0] != '\0' ? session_.message.data()
                                                      : to_say("the compressed data end early");
    }

    DecodeOptions options_;
    PixelFormat plain_;
    JpegSession session_;
    Resizer resizer_;
    View view_;
    ScaledExtent across_;
    ScaledExtent down_;
    std::uint32_t lead_px_ = 0;  ///< columns that libjpeg gives before the first we asked for
    bool multiple_scans_ = false;
    std::uint64_t images_ = 0;
    std::uint64_t reserved_for_ = 0;
    std::vector<std::uint8_t> cmyk_row_;
    std::vector<std::byte> turned_;
};

}  // namespace

const char* decode_status_name(DecodeStatus status) noexcept {
    switch (status) {
        case DecodeStatus::Ok:
            return "ok";
        case DecodeStatus::Empty:
            return "empty";
        case DecodeStatus::NotJpeg:
            return "not a JPEG";
        case DecodeStatus::Truncated:
            return "truncated";
        case DecodeStatus::Corrupt:
            return "corrupt";
        case DecodeStatus::TooLarge:
            return "too large";
        case DecodeStatus::Stopped:
            return "stopped";
    }
    return "unknown";
}

Result<std::unique_ptr<ImageDecoder>> ImageDecoder::make(const DecodeOptions& options) {
    if (options.width_px == 0 || options.height_px == 0 || options.width_px > kSideMax ||
        options.height_px > kSideMax) {
        return usage_error(say("decode to %1x%2: each side must be 1..%3",
                               std::to_string(options.width_px),
                               std::to_string(options.height_px),
                               std::to_string(kSideMax)));
    }
    auto decoder = std::make_unique<TurboDecoder>(options);
    if (!decoder->prepare()) {
        return Error{.code = ErrorCode::Limit,
                     .what = say("jpeg_create_decompress: out of memory")};
    }
    return std::unique_ptr<ImageDecoder>(std::move(decoder));
}

DecodeOutcome read_image_facts(std::span<const std::byte> encoded) {
    // The message of the outcome must live on; one buffer a thread is enough for that.
    thread_local std::array<char, JMSG_LENGTH_MAX> message;
    JpegSession session;
    session.header_only = true;
    if (!create(session)) {
        return {.status = DecodeStatus::TooLarge, .facts = {}, .message = to_say("out of memory")};
    }
    DecodeOutcome outcome = open_image(session, encoded);
    if (outcome.message == session.message.data()) {
        message = session.message;
        outcome.message = message.data();
    }
    return outcome;
}

}  // namespace throughline::decode
