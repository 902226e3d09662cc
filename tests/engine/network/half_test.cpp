// SPDX-License-Identifier: Apache-2.0
#include "engine/network/half.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

namespace throughline::network {
namespace {

// The compiler's own type, which this machine's processor or library converts.
float compilers_float(std::uint16_t bits) {
    return static_cast<float>(std::bit_cast<_Float16>(bits));
}
std::uint16_t compilers_half(float value) {
    return std::bit_cast<std::uint16_t>(static_cast<_Float16>(value));
}

TEST(Half, EveryNumberBecomesTheRightFloatAndBack) {
    for (std::uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        const float value = to_float({half});
        if (std::isnan(compilers_float(half))) {
            EXPECT_TRUE(std::isnan(value)) << bits;
            EXPECT_TRUE(std::isnan(to_float(to_half(value)))) << bits;
            continue;
        }
        EXPECT_EQ(std::bit_cast<std::uint32_t>(value),
                  std::bit_cast<std::uint32_t>(compilers_float(half)))
            << bits;
        EXPECT_EQ(to_half(value).bits, half);
    }
}

TEST(Half, FloatsAreRoundedToTheNearestTiesToEven) {
    std::mt19937 random(7);
    std::uniform_int_distribution<std::uint32_t> any;
    for (int i = 0; i < 2'000'000; ++i) {
        const auto value = std::bit_cast<float>(any(random));
        if (!std::isnan(value)) {
            ASSERT_EQ(to_half(value).bits, compilers_half(value)) << value;
        }
    }
    for (std::uint32_t bits = 0; bits < 0x7C00; ++bits) {  // the middle between two neighbours
        const float low = to_float({static_cast<std::uint16_t>(bits)});
        const float high =
            bits == 0x7BFF ? 65536.0F : to_float({static_cast<std::uint16_t>(bits + 1)});
        const float middle = low + (high - low) / 2;
        ASSERT_EQ(to_half(middle).bits, compilers_half(middle)) << middle;
    }
}

}  // namespace
}  // namespace throughline::network
