// SPDX-License-Identifier: Apache-2.0
#include "engine/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "engine/base/mix_bits.h"

namespace throughline {
namespace {

// Source: mt19937-64.out.txt of Nishimura and Matsumoto gives these for the default seed 5489; the
// 10,000th value is fixed by [rand.predef] of the C++ standard.
// The first numbers that SplitMix64 gives for a seed of 0.
TEST(MixBits, AreThoseOfSplitMix64) {
    EXPECT_EQ(mix_bits(kSplitMixStep), 0xE220A8397B1DCDAFU);
    EXPECT_EQ(mix_bits(2 * kSplitMixStep), 0x6E789E6AA1B965F4U);
    EXPECT_EQ(mix_bits(3 * kSplitMixStep), 0x06C45D188009454FU);
}

TEST(Random, GivesThePublishedSequence) {
    Random random(5489);
    EXPECT_EQ(random.next(), 14514284786278117030ULL);
    EXPECT_EQ(random.next(), 4620546740167642908ULL);
    EXPECT_EQ(random.next(), 13109570281517897720ULL);
    for (int i = 4; i < 10'000; ++i) {
        random.next();
    }
    EXPECT_EQ(random.next(), 9981545732273789042ULL);
}

TEST(Random, SameSeedSameShuffle) {
    std::vector<int> one(100);
    std::iota(one.begin(), one.end(), 0);
    std::vector<int> two = one;
    std::vector<int> other = one;
    Random(3).shuffle(std::span(one));
    Random(3).shuffle(std::span(two));
    Random(4).shuffle(std::span(other));
    EXPECT_EQ(one, two);
    EXPECT_NE(one, other);
    EXPECT_TRUE(std::is_permutation(one.begin(), one.end(), other.begin()));
}

// Goal: every order is equally likely. Method: chi-square over the 24 orders of 4 items; 49.7 is
// the 0.999 quantile at 23 degrees of freedom, and the seed is fixed.
TEST(Random, ShuffleIsUnbiased) {
    constexpr std::uint64_t kSeed = 11;
    constexpr int kShuffles = 24'000;
    Random random(kSeed);
    std::map<std::array<int, 4>, int> seen;
    for (int i = 0; i < kShuffles; ++i) {
        std::array<int, 4> items{0, 1, 2, 3};
        random.shuffle(std::span<int>(items));
        ++seen[items];
    }
    ASSERT_EQ(seen.size(), 24U);
    double chi_square = 0.0;
    for (const auto& [order, count] : seen) {
        const double difference = count - kShuffles / 24.0;
        chi_square += difference * difference / (kShuffles / 24.0);
    }
    EXPECT_LT(chi_square, 49.7) << "seed " << kSeed;
}

TEST(Random, BelowStaysBelow) {
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
        EXPECT_EQ(random.below(1), 0U);
        EXPECT_LT(random.below(3), 3U);
        EXPECT_LT(random.below((1ULL << 63U) + 1), (1ULL << 63U) + 1);
    }
}

TEST(Random, UniformStaysInItsRange) {
    Random random(2);
    double sum = 0.0;
    for (int i = 0; i < 10'000; ++i) {
        const double value = random.uniform();
        ASSERT_GE(value, 0.0);
        ASSERT_LT(value, 1.0);
        sum += value;
        const double ranged = random.uniform(-2.0, 2.0);
        ASSERT_GE(ranged, -2.0);
        ASSERT_LT(ranged, 2.0);
    }
    EXPECT_NEAR(sum / 10'000.0, 0.5, 0.02);
}

TEST(Random, NormalHasMeanZeroAndDeviationOne) {
    Random random(5);
    double sum = 0.0;
    double squares = 0.0;
    constexpr int kDraws = 20'000;
    for (int i = 0; i < kDraws; ++i) {
        const double value = random.normal();
        ASSERT_TRUE(std::isfinite(value));
        sum += value;
        squares += value * value;
    }
    EXPECT_NEAR(sum / kDraws, 0.0, 0.03);
    EXPECT_NEAR(squares / kDraws, 1.0, 0.05);
}

}  // namespace
}  // namespace throughline
