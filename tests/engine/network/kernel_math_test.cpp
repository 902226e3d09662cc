// SPDX-License-Identifier: Apache-2.0
#include "engine/network/kernel_math.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

// Each function against a reference in double that is written from its definition.
namespace throughline::network {
namespace {

/// Half of the distance between neighbours of fp16, relative, with a little for float sums.
constexpr double kHalfError = 1.0 / 2048 + 1e-6;

void expect_half(Half got, double expected) {
    EXPECT_NEAR(to_float(got), expected, std::fabs(expected) * kHalfError + 6e-8);
}

/// A batch of random values, wider than its own channels, as within a concat.
struct Tensor {
    Tensor(std::uint32_t images, std::uint32_t channels, std::uint32_t height, std::uint32_t width)
        : pitch(channels + 8), values(std::size_t{images} * height * width * pitch) {
        std::normal_distribution<float> normal(0.0F, 3.0F);
        std::mt19937 random(11);
        for (Half& value : values) {
            value = to_half(normal(random));
        }
        view = {.data = values.data(),
                .channels = channels,
                .height = height,
                .width = width,
                .pixel_pitch = pitch};
    }
    double value(std::uint32_t n, std::uint32_t y, std::uint32_t x, std::uint32_t c) const {
        return to_float(values[((std::size_t{n} * view.height + y) * view.width + x) * pitch + c]);
    }

    std::uint32_t pitch;
    std::vector<Half> values;
    TensorView view;
};

TEST(KernelMath, NormaliseTakesTheBoxMirrorsItAndPadsTheChannels) {
    constexpr std::uint32_t kStored = 11;
    std::vector<std::uint8_t> image(std::size_t{kStored} * kStored * 3);
    std::mt19937 random(3);
    std::generate(image.begin(), image.end(), [&] { return static_cast<std::uint8_t>(random()); });
    const double mean[3] = {123.675, 116.28, 103.53};
    const double deviation[3] = {58.395, 57.12, 57.375};
    Normalisation by;
    for (int c = 0; c < 3; ++c) {
        by.scale[c] = static_cast<float>(1.0 / deviation[c]);
        by.shift[c] = static_cast<float>(-mean[c] / deviation[c]);
    }
    for (const bool mirrored : {false, true}) {
        const ImageView box{.left_px = 2, .top_px = 3, .mirrored = mirrored};
        Tensor out(1, 8, 7, 6);
        for (std::uint32_t y = 0; y < 7; ++y) {
            for (std::uint32_t x = 0; x < 6; ++x) {
                normalise_pixel(image.data(), kStored, box, by, out.view, 0, y, x);
                const std::uint32_t column = 2 + (mirrored ? 5 - x : x);
                for (std::uint32_t c = 0; c < 8; ++c) {
                    const std::size_t at = (std::size_t{y + 3} * kStored + column) * 3 + c;
                    const double expected = c < 3 ? (image[at] - mean[c]) / deviation[c] : 0.0;
                    EXPECT_NEAR(out.value(0, y, x, c), expected, 2e-3) << y << " " << x;
                }
            }
        }
    }
}

TEST(KernelMath, EightAreReadComputedAndWritten) {
    const Tensor in(1, 16, 5, 5);
    std::vector<Half> out(in.values.size());
    for (std::size_t first = 0; first < in.values.size(); first += kEight) {
        const Eight values = load_eight(in.values.data() + first);
        const Eight scale{1.5F, 1.0F, 0.0F, -2.0F, 1.0F, 1.0F, 1.0F, 3.0F};
        const Eight shift{-0.25F, 0.0F, 7.0F, 0.0F, 1.0F, 0.0F, 0.0F, 0.5F};
        store_eight(out.data() + first, relu(scale_shift(values, scale, shift)));
        for (std::size_t i = 0; i < kEight; ++i) {
            const double value = to_float(in.values[first + i]);
            expect_half(out[first + i], std::max(value * scale.v[i] + shift.v[i], 0.0));
        }
    }
}

// The windows of the networks: 3x3/2, the same padded, global 7x7, and an odd one.
TEST(KernelMath, PoolsTakeWhatTheWindowCoversAndNoPadding) {
    const Tensor in(2, 8, 9, 8);
    for (const PoolWindow& window : {PoolWindow{3, 3, 2, 2, 0, 0},
                                     PoolWindow{3, 3, 2, 2, 1, 1},
                                     PoolWindow{3, 3, 1, 1, 1, 1},
                                     PoolWindow{7, 7, 1, 1, 0, 0},
                                     PoolWindow{2, 5, 3, 1, 1, 2}}) {
        const std::uint32_t rows = (9 + 2 * window.pad_top - window.height) / window.stride_y + 1;
        const std::uint32_t columns =
            (8 + 2 * window.pad_left - window.width) / window.stride_x + 1;
        for (std::uint32_t at = 0; at < 2 * rows * columns * 8; ++at) {
            const std::uint32_t c = at % 8;
            const std::uint32_t x = at / 8 % columns;
            const std::uint32_t y = at / 8 / columns % rows;
            const std::uint32_t n = at / 8 / columns / rows;
            double largest = -1e9;
            std::uint32_t first_place = 0;
            double sum = 0.0;
            int covered_values = 0;
            for (std::uint32_t i = 0; i < window.height * window.width; ++i) {
                const int row = static_cast<int>(y * window.stride_y + i / window.width) -
                                static_cast<int>(window.pad_top);
                const int column = static_cast<int>(x * window.stride_x + i % window.width) -
                                   static_cast<int>(window.pad_left);
                if (row < 0 || row >= 9 || column < 0 || column >= 8) {
                    continue;
                }
                const double value = in.value(
                    n, static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column), c);
                if (value > largest) {
                    largest = value;
                    first_place = i;
                }
                sum += value;
                ++covered_values;
            }
            ByteEight which{};
            const Eight got = max_pool(in.view, window, {n, y, x}, 0, which);
            EXPECT_EQ(got.v[c], largest);
            EXPECT_EQ(which.v[c], first_place) << y << " " << x;
            EXPECT_NEAR(average_pool(in.view, window, {n, y, x}, 0).v[c],
                        sum / covered_values,
                        std::fabs(sum / covered_values) * 1e-6 + 2e-6);
        }
    }
}

TEST(KernelMath, LocalResponseDividesByTheChannelsAround) {
    const Tensor in(1, 16, 2, 2);
    const Lrn by{.alpha = 0.5F, .beta = 0.75F, .bias = 2.0F};
    for (std::uint32_t c = 0; c < 16; ++c) {
        double squares = 0.0;
        for (int near = static_cast<int>(c) - 2; near <= static_cast<int>(c) + 2; ++near) {
            if (near >= 0 && near < 16) {
                squares += std::pow(in.value(0, 1, 1, static_cast<std::uint32_t>(near)), 2);
            }
        }
        const double expected = in.value(0, 1, 1, c) / std::pow(2.0 + 0.5 / 5 * squares, 0.75);
        EXPECT_NEAR(local_response(in.view.at(0, 1, 1), 16, c / 8 * 8, by).v[c % 8],
                    expected,
                    1e-5 * std::fabs(expected));
    }
}

}  // namespace
}  // namespace throughline::network
