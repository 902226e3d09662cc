// SPDX-License-Identifier: Apache-2.0
#include "engine/network/resample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <random>
#include <vector>

#include "engine/decode/pixel_format.h"
#include "engine/decode/resize.h"
#include "engine/decode/view.h"

namespace throughline::network {
namespace {

constexpr std::uint32_t kWidth = 61;
constexpr std::uint32_t kHeight = 47;
constexpr std::uint64_t kPitch = 64;

/// Noise, interleaved and in planes.
struct Picture {
    std::vector<std::uint8_t> pixels = std::vector<std::uint8_t>(kWidth * kHeight * 3 + 64);
    std::vector<std::uint8_t> planes = std::vector<std::uint8_t>(3 * kPitch * kHeight);

    Picture() {
        std::mt19937 random(7);
        for (std::uint32_t y = 0; y < kHeight; ++y) {
            for (std::uint32_t x = 0; x < kWidth; ++x) {
                for (std::uint32_t c = 0; c < 3; ++c) {
                    const auto value = static_cast<std::uint8_t>(random());
                    pixels[(y * kWidth + x) * 3 + c] = value;
                    planes[(c * kHeight + y) * kPitch + x] = value;
                }
            }
        }
    }
    PlanarPicture planar() const {
        return {.red = planes.data(),
                .green = planes.data() + kHeight * kPitch,
                .blue = planes.data() + 2 * kHeight * kPitch,
                .pitch = kPitch};
    }
};

ResampleSide side_of(const decode::Extent& extent) {
    return {.begin = extent.begin,
            .step = extent.size / extent.result_px,
            .limit_begin = extent.limit_begin,
            .limit_end = extent.limit_end,
            .result_px = extent.result_px,
            .mirrored = extent.mirrored};
}

/// As the processor's decoder makes it of the same view.
std::vector<std::uint8_t> resized(const Picture& picture, const decode::View& view) {
    const auto across = decode::scaled_extent(view.across, 1, kWidth);
    const auto down = decode::scaled_extent(view.down, 1, kHeight);
    decode::Resizer resizer;
    resizer.begin(across.axis, down.axis);
    const decode::DecodeOptions options{.width_px = view.across.result_px,
                                        .height_px = view.down.result_px};
    std::vector<std::uint8_t> result(std::size_t{options.width_px} * options.height_px * 3);
    resizer.resize_whole(
        picture.pixels.data() + (down.first_px * kWidth + across.first_px) * std::size_t{3},
        kWidth * std::size_t{3},
        decode::plain_format(options),
        reinterpret_cast<std::byte*>(result.data()));
    return result;
}

/// The largest difference of any value.
int difference(const Picture& picture, const decode::View& view) {
    const std::vector<std::uint8_t> expected = resized(picture, view);
    const ResampleJob job{
        .picture = picture.planar(), .across = side_of(view.across), .down = side_of(view.down)};
    int largest = 0;
    for (std::uint32_t y = 0; y < view.down.result_px; ++y) {
        for (std::uint32_t x = 0; x < view.across.result_px; ++x) {
            std::uint8_t got[3];
            resample_pixel(job, y, x, got);
            for (std::uint32_t c = 0; c < 3; ++c) {
                const int value = expected[(y * view.across.result_px + x) * 3 + c];
                largest = std::max(largest, std::abs(got[c] - value));
            }
        }
    }
    return largest;
}

// Goal: pixels that a GPU resizes are those that the processor's decoder would have delivered, but
// for the last place: that one rounds its weights to 14 bits.
TEST(Resample, AgreesWithTheProcessorsResizerForEveryModeAndSize) {
    const Picture picture;
    for (const auto mode : {decode::Mode::Resize, decode::Mode::Train, decode::Mode::Validation}) {
        for (const std::uint32_t result_px : {16U, 29U, 47U, 90U}) {
            for (std::uint64_t image = 0; image < 5; ++image) {
                const decode::DecodeOptions options{
                    .width_px = result_px, .height_px = result_px + 3, .mode = mode};
                const decode::View view =
                    decode::choose_view(options, kWidth, kHeight, 1, {.image = image});
                EXPECT_LE(difference(picture, view), 1)
                    << "mode " << static_cast<int>(mode) << ", " << result_px << " px, " << image;
            }
        }
    }
}

TEST(Resample, TransposedChangesRowsAndColumns) {
    const Picture picture;
    ResampleJob job{.picture = picture.planar(),
                    .across = {.step = 1.0, .limit_end = kWidth, .result_px = kWidth},
                    .down = {.step = 1.0, .limit_end = kHeight, .result_px = kHeight}};
    std::uint8_t upright[3];
    std::uint8_t turned[3];
    resample_pixel(job, 5, 40, upright);
    job.transposed = true;
    resample_pixel(job, 40, 5, turned);
    EXPECT_EQ(upright[0], picture.planes[5 * kPitch + 40]);
    EXPECT_EQ(turned[0], upright[0]);
    EXPECT_EQ(turned[2], upright[2]);
}

TEST(Resample, NoPictureIsBlack) {
    std::uint8_t pixel[3] = {1, 2, 3};
    resample_pixel({}, 0, 0, pixel);
    EXPECT_EQ(pixel[0] + pixel[1] + pixel[2], 0);
}

}  // namespace
}  // namespace throughline::network
