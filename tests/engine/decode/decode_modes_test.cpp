// SPDX-License-Identifier: Apache-2.0
// Every mode, output and kind of file against a plain float resize of libjpeg's full decode.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "engine/decode/image_decoder.h"
#include "tests/engine/decode/jpeg_fixture.h"

namespace throughline::decode {
namespace {

using fixture::Colour;
using fixture::JpegOptions;
using fixture::Raster;

std::vector<std::byte> decoded(const DecodeOptions& options,
                               const std::vector<std::byte>& encoded,
                               const ImageKey& key = {}) {
    const auto decoder = *ImageDecoder::make(options);
    // In a batch the next image lies right behind; not a byte of it may be touched.
    constexpr std::size_t kBehind = 64;
    constexpr std::byte kUntouched{0xA5};
    const std::size_t own = bytes_per_image(options);
    std::vector<std::byte> out(own + kBehind, kUntouched);
    const DecodeOutcome outcome = decoder->decode(
        {.encoded = encoded, .out = std::span(out).first(own), .key = key, .stopping = nullptr});
    EXPECT_EQ(outcome.status, DecodeStatus::Ok) << outcome.message;
    EXPECT_EQ(std::count(out.begin() + static_cast<std::ptrdiff_t>(own), out.end(), kUntouched),
              static_cast<std::ptrdiff_t>(kBehind));
    out.resize(own);
    return out;
}

template <class T>
std::vector<T> values_of(const std::vector<std::byte>& bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

double quality_db(const DecodeOptions& options,
                  const std::vector<std::byte>& encoded,
                  const ImageKey& key = {},
                  int orientation = 1) {
    const Raster whole = fixture::decode_whole(encoded);
    const View view = choose_view(options,
                                  static_cast<std::uint32_t>(whole.width),
                                  static_cast<std::uint32_t>(whole.height),
                                  orientation,
                                  key);
    return fixture::psnr_db(values_of<std::uint8_t>(decoded(options, encoded, key)),
                            fixture::reference_view(whole, view));
}

constexpr std::array<std::array<int, 2>, 5> kSubsamplings = {
    {{2, 2}, {2, 1}, {1, 1}, {1, 2}, {4, 1}}};

// Goal: columns and rows that are left out leave no trace at the edges of a crop. Method: rounding
// alone gives 58.9 dB; one column of wrong chroma would cost more than the margin.
TEST(DecodeModes, RandomCropsMatchFloatReferenceForEverySubsampling) {
    double sum = 0.0;
    int count = 0;
    for (const auto& [horizontal, vertical] : kSubsamplings) {
        const auto encoded =
            fixture::encode(fixture::painted(501, 377, 21),
                            {.quality = 90, .horizontal = horizontal, .vertical = vertical});
        for (std::uint64_t image = 0; image < 24; ++image) {
            const double db = quality_db({.mode = Mode::Train}, encoded, {.image = image});
            EXPECT_GE(db, 57.5) << horizontal << "x" << vertical << " image " << image;
            sum += db;
            ++count;
        }
    }
    EXPECT_GE(sum / count, 58.0);
}

TEST(DecodeModes, PlainUpsamplingCropsLikeThePlainDecodeOfTheWhole) {
    for (const auto& [horizontal, vertical] : kSubsamplings) {
        const auto encoded = fixture::encode(fixture::painted(333, 241, 5),
                                             {.horizontal = horizontal, .vertical = vertical});
        const DecodeOptions options{.mode = Mode::Train, .upsampling = Upsampling::Plain};
        for (std::uint64_t image = 0; image < 8; ++image) {
            EXPECT_GE(quality_db(options, encoded, {.image = image}), 25.0);
        }
    }
}

// libjpeg-turbo 2.1 followed a pointer of the image before when it skipped rows of this kind.
TEST(DecodeModes, PlainUpsamplingDoesNotDependOnTheImageBefore) {
    const auto even = fixture::encode(fixture::painted(64, 48, 5), {});
    const auto other = fixture::encode(fixture::painted(900, 700, 5), {.horizontal = 1});
    const DecodeOptions options{.mode = Mode::Validation, .upsampling = Upsampling::Plain};
    const auto decoder = *ImageDecoder::make(options);
    std::vector<std::byte> out(bytes_per_image(options));
    ASSERT_EQ(decoder->decode(other, out).status, DecodeStatus::Ok);

    ASSERT_EQ(decoder->decode(even, out).status, DecodeStatus::Ok);

    EXPECT_EQ(out, decoded(options, even));
}

TEST(DecodeModes, ValidationMatchesFloatReference) {
    for (const auto& [width, height] :
         {std::pair{500, 375}, {375, 500}, {256, 256}, {224, 300}, {100, 90}, {1023, 769}}) {
        const auto encoded = fixture::encode(fixture::painted(width, height, 4), {});
        EXPECT_GE(quality_db({.mode = Mode::Validation}, encoded), 57.5) << width << "x" << height;
    }
}

TEST(DecodeModes, OddKindsOfFilesAreCroppedToo) {
    const auto image = fixture::painted(420, 300, 8);
    const auto progressive = fixture::encode(image, {.progressive = true});
    const auto grey = fixture::encode(image, {.colour = Colour::Grey});
    const auto restarts = fixture::encode(image, {.restart_rows = 1});
    const auto inks = fixture::encode(image, {.colour = Colour::Ycck, .quality = 98});
    for (std::uint64_t key = 0; key < 6; ++key) {
        EXPECT_GE(quality_db({.mode = Mode::Train}, progressive, {.image = key}), 57.5);
        EXPECT_GE(quality_db({.mode = Mode::Train}, restarts, {.image = key}), 57.5);
        EXPECT_GE(quality_db({.mode = Mode::Train}, grey, {.image = key}), 57.5);
        const View view = choose_view({.mode = Mode::Train}, 420, 300, 1, {.image = key});
        const auto pixels = decoded({.mode = Mode::Train}, inks, {.image = key});
        EXPECT_GE(
            fixture::psnr_db(values_of<std::uint8_t>(pixels), fixture::reference_view(image, view)),
            30.0);  // quality 98 against none
    }
}

TEST(DecodeModes, TinyImagesInEveryMode) {
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 40}, {40, 1}, {2, 3}, {17, 16}}) {
        const auto encoded = fixture::encode(fixture::painted(width, height, 4), {});
        for (const Mode mode : {Mode::Resize, Mode::Train, Mode::Validation}) {
            for (std::uint64_t image = 0; image < 4; ++image) {
                EXPECT_GE(quality_db({.mode = mode}, encoded, {.image = image}), 57.0)
                    << width << "x" << height;
            }
        }
    }
}

TEST(DecodeModes, ExactScalingCannotBeToldFromTheFullDecode) {
    for (const auto& [width, height] : {std::pair{1400, 1400}, {1999, 1501}, {3000, 2000}}) {
        const auto encoded = fixture::encode(fixture::painted(width, height, 3), {});
        EXPECT_GE(quality_db({}, encoded), 56.0) << width << "x" << height;
        EXPECT_GE(quality_db({.scale = Scale::Reduced}, encoded), 38.0);
    }
}

TEST(DecodeModes, OrientationTurnsThePictureAsExifSays) {
    const auto image = fixture::painted(300, 200, 9);
    for (int orientation = 1; orientation <= 8; ++orientation) {
        for (const bool big_endian : {false, true}) {
            auto encoded = fixture::encode(image, {});
            fixture::add_exif_orientation(encoded, orientation, big_endian);
            for (const Mode mode : {Mode::Resize, Mode::Train, Mode::Validation}) {
                const DecodeOptions options{.width_px = 96,
                                            .height_px = 64,
                                            .mode = mode,
                                            .orientation = Orientation::Exif};
                EXPECT_GE(quality_db(options, encoded, {.image = 3}, orientation), 55.0)
                    << orientation;
            }
        }
    }
}

// EXIF 2.3, table of tag 0x0112: where the first row and the first column of the file lie.
TEST(DecodeModes, OrientationSixShowsTheLeftColumnOnTop) {
    Raster image{.width = 64, .height = 64, .channels = 3, .samples = {}};
    image.samples.assign(std::size_t{64} * 64 * 3, 0);
    for (std::size_t y = 0; y < 64; ++y) {
        for (std::size_t x = 0; x < 16; ++x) {
            std::fill_n(image.samples.begin() + static_cast<std::ptrdiff_t>((y * 64 + x) * 3),
                        3,
                        std::uint8_t{255});
        }
    }
    auto encoded = fixture::encode(image, {});
    fixture::add_exif_orientation(encoded, 6, true);

    const auto pixels = values_of<std::uint8_t>(
        decoded({.width_px = 64, .height_px = 64, .orientation = Orientation::Exif}, encoded));

    EXPECT_GT(pixels[(std::size_t{4} * 64 + 32) * 3], 240);  // top
    EXPECT_LT(pixels[(std::size_t{40} * 64 + 4) * 3], 15);   // left
}

TEST(DecodeModes, StoredOrientationIsTheDefault) {
    auto encoded = fixture::encode(fixture::painted(120, 80, 9), {});
    const auto before = decoded({}, encoded);
    fixture::add_exif_orientation(encoded, 6, true);

    EXPECT_EQ(decoded({}, encoded), before);
}

// The planes of `nchw` as the interleaved values they stand for.
template <class T>
std::vector<T> interleaved(const std::vector<T>& planes) {
    std::vector<T> values(planes.size());
    const std::size_t pixels = planes.size() / 3;
    for (std::size_t i = 0; i < pixels; ++i) {
        for (std::size_t c = 0; c < 3; ++c) {
            values[i * 3 + c] = planes[c * pixels + i];
        }
    }
    return values;
}

float from_half(std::uint16_t half) {
    const int exponent = (half >> 10) & 31;
    const float fraction = static_cast<float>(half & 1023) / 1024.0F;
    const float value =
        exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1.0F + fraction, exponent - 15);
    return (half & 0x8000) != 0 ? -value : value;
}

class Outputs : public testing::TestWithParam<std::uint32_t> {};

// Widths that are no multiple of a vector, so that tails are written as well.
TEST_P(Outputs, AreOnePictureInEveryTypeAndLayout) {
    constexpr std::array<float, 3> kMean = {0.485F, 0.456F, 0.406F};
    constexpr std::array<float, 3> kDeviation = {0.229F, 0.224F, 0.225F};
    const auto encoded = fixture::encode(fixture::painted(150, 130, 6), {});
    DecodeOptions options{.width_px = GetParam(), .height_px = 19};
    const auto bytes = values_of<std::uint8_t>(decoded(options, encoded));
    options.layout = Layout::Nchw;
    EXPECT_EQ(interleaved(values_of<std::uint8_t>(decoded(options, encoded))), bytes);

    options.output = Output::Fp32;
    const auto planes = interleaved(values_of<float>(decoded(options, encoded)));
    options.layout = Layout::Nhwc;
    const auto floats = values_of<float>(decoded(options, encoded));
    EXPECT_EQ(planes, floats);
    for (std::size_t i = 0; i < floats.size(); ++i) {
        const float value = (floats[i] * kDeviation[i % 3] + kMean[i % 3]) * 255.0F;
        ASSERT_NEAR(value, bytes[i], 0.502F) << i;
    }

    options.output = Output::Fp16;
    const auto halfs = values_of<std::uint16_t>(decoded(options, encoded));
    options.layout = Layout::Nchw;
    EXPECT_EQ(interleaved(values_of<std::uint16_t>(decoded(options, encoded))), halfs);
    for (std::size_t i = 0; i < floats.size(); ++i) {
        ASSERT_NEAR(from_half(halfs[i]), floats[i], std::abs(floats[i]) / 1024.0F + 1e-4F) << i;
    }
}
INSTANTIATE_TEST_SUITE_P(Widths,
                         Outputs,
                         testing::Values(1U, 2U, 3U, 4U, 5U, 7U, 8U, 9U, 15U, 16U, 31U, 224U));

TEST(DecodeModes, WritesNothingBesideTheResult) {
    const auto encoded = fixture::encode(fixture::painted(150, 130, 6), {});
    for (const Output output : {Output::Uint8, Output::Fp16, Output::Fp32}) {
        for (const Layout layout : {Layout::Nhwc, Layout::Nchw}) {
            const DecodeOptions options{
                .width_px = 21, .height_px = 9, .output = output, .layout = layout};
            const std::size_t bytes = bytes_per_image(options);
            std::vector<std::byte> out(bytes + 128, std::byte{0x5a});
            const auto decoder = *ImageDecoder::make(options);
            static_cast<void>(decoder->decode(encoded, std::span(out).subspan(64, bytes)));
            for (std::size_t i = 0; i < 64; ++i) {
                ASSERT_EQ(out[i], std::byte{0x5a});
                ASSERT_EQ(out[64 + bytes + i], std::byte{0x5a});
            }
        }
    }
}

TEST(DecodeModes, CropsFollowFromSeedEpochAndImageAlone) {
    const auto encoded = fixture::encode(fixture::painted(300, 200, 2), {});
    const DecodeOptions options{.mode = Mode::Train, .seed = 7};
    const auto first = decoded(options, encoded, {.image = 5, .epoch = 2});
    const auto used = *ImageDecoder::make(options);
    std::vector<std::byte> out(first.size());
    for (std::uint64_t image = 0; image < 6; ++image) {  // another history, as on another thread
        static_cast<void>(used->decode({.encoded = encoded,
                                        .out = out,
                                        .key = {.image = image, .epoch = 2},
                                        .stopping = nullptr}));
    }

    EXPECT_EQ(out, first);
    EXPECT_NE(decoded(options, encoded, {.image = 5, .epoch = 3}), first);
    EXPECT_NE(decoded(options, encoded, {.image = 6, .epoch = 2}), first);
    EXPECT_NE(decoded({.mode = Mode::Train, .seed = 8}, encoded, {.image = 5, .epoch = 2}), first);
}

TEST(DecodeModes, JitterChangesColoursAndSaysWhatItCost) {
    const auto encoded = fixture::encode(fixture::painted(300, 200, 2), {});
    const DecodeOptions options{.jitter = {.brightness = 0.4, .saturation = 0.4}};
    const auto decoder = *ImageDecoder::make(options);
    std::vector<std::byte> out(bytes_per_image(options));

    const auto first = decoder->decode(encoded, out);
    const auto second = decoder->decode(encoded, out);

    EXPECT_NE(out, decoded({}, encoded));
    EXPECT_EQ(out, decoded(options, encoded));
    EXPECT_TRUE(first.augment_time);  // the first of every 64
    EXPECT_FALSE(second.augment_time);
}

TEST(DecodeModes, AStopIsObeyedWithinAnImage) {
    const auto encoded = fixture::encode(fixture::painted(400, 300, 2), {});
    for (const bool progressive : {false, true}) {
        const auto file =
            progressive ? fixture::encode(fixture::painted(400, 300, 2), {.progressive = true})
                        : encoded;
        const std::atomic<bool> stopping{true};
        const auto decoder = *ImageDecoder::make({});
        std::vector<std::byte> out(bytes_per_image({}));

        const auto outcome =
            decoder->decode({.encoded = file, .out = out, .key = {}, .stopping = &stopping});

        EXPECT_EQ(outcome.status, DecodeStatus::Stopped);
        EXPECT_EQ(decoder->decode(file, out).status, DecodeStatus::Ok);  // and it is sound
    }
}

}  // namespace
}  // namespace throughline::decode
