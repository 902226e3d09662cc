// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/decode_cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace throughline::whatif {
namespace {

using ::testing::HasSubstr;

/// Entropy coding 6 ns a byte, the rest 3 ns a pixel, 50 us an image.
SetCost measured(double bytes, double pixels, double fixed_s = 5e-5) {
    return {.image_bytes = bytes,
            .image_pixels = pixels,
            .cost_s = fixed_s + 6e-9 * bytes + 3e-9 * pixels};
}

TEST(DecodeCost, TellsBytesFromPixelsOfThreeDataSets) {
    const std::vector sets{
        measured(110000.0, 200000.0), measured(30000.0, 60000.0), measured(120000.0, 500000.0)};
    const auto cost = fit_decode_cost(sets);
    EXPECT_NEAR(cost.per_byte_s, 6e-9, 1e-12);
    EXPECT_NEAR(cost.per_pixel_s, 3e-9, 1e-12);
    EXPECT_NEAR(cost.fixed_s, 5e-5, 1e-9);
    EXPECT_NEAR(cost.at(60000.0, 900000.0), measured(60000.0, 900000.0).cost_s, 1e-9);
    EXPECT_THAT(describe(cost, sets), HasSubstr("a constant, bytes and pixels, from 3 data sets"));
}

TEST(DecodeCost, TwoDataSetsTellBytesAndPixelsBeforeAConstant) {
    const std::vector sets{measured(110000.0, 200000.0, 0.0), measured(120000.0, 500000.0, 0.0)};
    const auto cost = fit_decode_cost(sets);
    EXPECT_NEAR(cost.per_byte_s, 6e-9, 1e-12);
    EXPECT_NEAR(cost.per_pixel_s, 3e-9, 1e-12);
    EXPECT_EQ(cost.fixed_s, 0.0);
}

TEST(DecodeCost, WithoutPixelsItGoesWithBytesAndSaysSo) {
    const std::vector sets{SetCost{.image_bytes = 30000.0, .cost_s = 4e-4},
                           SetCost{.image_bytes = 110000.0, .cost_s = 1.2e-3}};
    const auto cost = fit_decode_cost(sets);
    EXPECT_NEAR(cost.at(70000.0, 0.0), 8e-4, 1e-9);
    EXPECT_THAT(describe(cost, sets), HasSubstr("do not say how many pixels"));
}

TEST(DecodeCost, NoPartIsNegative) {
    // The larger images were the cheaper ones: the size explains nothing.
    const std::vector sets{SetCost{.image_bytes = 30000.0, .cost_s = 1.2e-3},
                           SetCost{.image_bytes = 110000.0, .cost_s = 1e-3}};
    const auto cost = fit_decode_cost(sets);
    EXPECT_EQ(cost.per_byte_s, 0.0);
    EXPECT_GT(cost.fixed_s, 1e-3);
    EXPECT_FALSE(cost.by_bytes(30000.0, 0.0));
}

TEST(DecodeCost, OneDataSetWithoutPixelsSaysNothingOfOtherSizes) {
    const std::vector sets{SetCost{.image_bytes = 110000.0, .cost_s = 1.2e-3}};
    const auto cost = fit_decode_cost(sets);
    EXPECT_DOUBLE_EQ(cost.at(20000.0, 40000.0), sets[0].cost_s);
    EXPECT_FALSE(cost.by_bytes(110000.0, 200000.0));
    EXPECT_THAT(describe(cost, sets), HasSubstr("is not known"));
}

// Core-microseconds of five data sets on one core (see kBytesPerPixel). Two sets of the same kind
// of image cannot tell bytes from pixels; the usual proportion predicts the others all the same.
TEST(DecodeCost, TheUsualProportionStandsInWhereTheSetsCannotTell) {
    const SetCost mix{.image_bytes = 111633.0, .image_pixels = 202535.0, .cost_s = 1213.6e-6};
    const SetCost small{.image_bytes = 44174.0, .image_pixels = 76800.0, .cost_s = 517.7e-6};
    const SetCost big{.image_bytes = 275321.0, .image_pixels = 480000.0, .cost_s = 3011.3e-6};
    const SetCost dense{.image_bytes = 109955.0, .image_pixels = 120000.0, .cost_s = 1074.1e-6};
    const SetCost thin{.image_bytes = 110092.0, .image_pixels = 750000.0, .cost_s = 2606.4e-6};
    const auto error = [](const DecodeCost& cost, const SetCost& of) {
        return std::abs(cost.at(of.image_bytes, of.image_pixels) / of.cost_s - 1.0);
    };
    const std::vector two{mix, small};
    const std::vector one{mix};
    for (const auto& other : {big, dense, thin}) {
        EXPECT_LT(error(fit_decode_cost(two), other), 0.10) << other.image_pixels;
        EXPECT_LT(error(fit_decode_cost(one), other), 0.10) << other.image_pixels;
    }
    EXPECT_THAT(describe(fit_decode_cost(two), two), HasSubstr("cannot tell the two apart"));
    // Sets that can tell need no proportion.
    const std::vector apart{small, thin, mix};
    EXPECT_LT(error(fit_decode_cost(apart), big), 0.08);
    EXPECT_LT(error(fit_decode_cost(apart), dense), 0.08);
}

TEST(DecodeCost, AnotherSizeIsOneOfTheSameKindOfImage) {
    const std::vector sets{
        measured(110000.0, 200000.0), measured(30000.0, 60000.0), measured(120000.0, 500000.0)};
    const auto by_bytes = fit_decode_cost(sets).by_bytes(100000.0, 400000.0);
    ASSERT_TRUE(by_bytes);
    EXPECT_NEAR(by_bytes->at(50000.0), measured(50000.0, 200000.0).cost_s, 1e-9);
}

}  // namespace
}  // namespace throughline::whatif
