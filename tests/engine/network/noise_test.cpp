// SPDX-License-Identifier: Apache-2.0
#include "engine/network/noise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace throughline::network {
namespace {

// Goal: the ceiling's pixels are no easier to compute with than others. Method: every value comes
// about as often as every other, whatever lies beside it, and the mean is that of even bytes.
TEST(Noise, BytesAreEvenAndDoNotRepeat) {
    constexpr std::uint64_t kCount = 1U << 18U;
    std::vector<std::uint8_t> bytes(kCount);
    const FillBytes fill{bytes.data(), 1};
    std::array<int, 256> counts{};
    int alike = 0;
    for (std::uint64_t i = 0; i < kCount; ++i) {
        fill(i);
        ++counts.at(bytes[i]);
        alike += i > 0 && bytes[i] == bytes[i - 1] ? 1 : 0;
    }
    const auto [fewest, most] = std::minmax_element(counts.begin(), counts.end());
    EXPECT_GT(*fewest, 1024 * 0.8);
    EXPECT_LT(*most, 1024 * 1.2);
    EXPECT_NEAR(alike, kCount / 256.0, 0.2 * kCount / 256.0);
}

TEST(Noise, NumbersAreThoseOfSplitmix64) {
    EXPECT_EQ(noise_bits(0, 0), 0xE220A8397B1DCDAFU);  // its first value from state 0
    EXPECT_EQ(noise_bits(0, 1), 0x6E789E6AA1B965F4U);
    EXPECT_GE(noise(3, 5), -1.0F);
    EXPECT_LT(noise(3, 5), 1.0F);
}

}  // namespace
}  // namespace throughline::network
