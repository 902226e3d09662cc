// SPDX-License-Identifier: Apache-2.0
#include "engine/decode/view.h"

#include <gtest/gtest.h>

#include <cmath>

namespace throughline::decode {
namespace {

TEST(View, RandomBoxesKeepToAreaRatioAndImage) {
    int mirrored = 0;
    double area_sum = 0.0;
    constexpr int kBoxes = 4000;
    for (std::uint64_t image = 0; image < kBoxes; ++image) {
        const View view = choose_view({.mode = Mode::Train}, 500, 375, 1, {.image = image});
        const double area = view.across.size * view.down.size / (500.0 * 375.0);
        const double ratio = view.across.size / view.down.size;
        EXPECT_GE(area, 0.079);
        EXPECT_LE(area, 1.001);
        EXPECT_GE(ratio, 0.74);
        EXPECT_LE(ratio, 1.36);
        EXPECT_GE(view.across.begin, 0.0);
        EXPECT_LE(view.across.begin + view.across.size, 500.0);
        EXPECT_GE(view.down.begin, 0.0);
        EXPECT_LE(view.down.begin + view.down.size, 375.0);
        mirrored += view.across.mirrored ? 1 : 0;
        area_sum += area;
    }
    EXPECT_NEAR(mirrored, kBoxes / 2, 130);  // four standard deviations
    EXPECT_NEAR(area_sum / kBoxes, 0.45, 0.03);
}

// torchvision's fall-back after ten tries: the largest box of an allowed ratio, in the centre.
TEST(View, VeryWideImagesGiveTheirCentre) {
    const View view = choose_view({.mode = Mode::Train}, 3000, 30, 1, {.image = 1});

    EXPECT_EQ(view.across.size, 40.0);  // 30 * 4 / 3
    EXPECT_EQ(view.across.begin, 1480.0);
    EXPECT_EQ(view.down.size, 30.0);
}

TEST(View, ValidationIsTheCentreOfTheShortSideAt256) {
    const View view = choose_view({.mode = Mode::Validation}, 512, 256, 1, {});

    EXPECT_EQ(view.down.begin, 16.0);
    EXPECT_EQ(view.down.size, 224.0);
    EXPECT_EQ(view.across.begin, 144.0);
    EXPECT_EQ(view.across.size, 224.0);
    EXPECT_EQ(view.across.limit_end, 512U);  // the filter sees beyond the crop
}

TEST(View, EveryOrientationKeepsBoxesInTheImage) {
    for (int orientation = 1; orientation <= 8; ++orientation) {
        for (std::uint64_t image = 0; image < 200; ++image) {
            const View view =
                choose_view({.mode = Mode::Train}, 120, 400, orientation, {.image = image});
            EXPECT_LE(view.across.limit_end, 120U);
            EXPECT_LE(view.down.limit_end, 400U);
            EXPECT_LT(view.across.limit_begin, view.across.limit_end);
            EXPECT_EQ(view.transposed, orientation >= 5);
        }
    }
}

TEST(ScaleDivisor, ReducedGoesAsFarAsPixelsRemain) {
    const auto divisor = [](std::uint32_t side_px, Scale scale) {
        return scale_divisor(choose_view({}, side_px, side_px, 1, {}), scale);
    };
    EXPECT_EQ(divisor(447, Scale::Reduced), 1U);
    EXPECT_EQ(divisor(448, Scale::Reduced), 2U);
    EXPECT_EQ(divisor(20'000, Scale::Reduced), 8U);
    EXPECT_EQ(divisor(1'343, Scale::Exact), 1U);
    EXPECT_EQ(divisor(1'344, Scale::Exact), 2U);
    EXPECT_EQ(divisor(20'000, Scale::Exact), 8U);
}

}  // namespace
}  // namespace throughline::decode
