// SPDX-License-Identifier: Apache-2.0
#include "engine/store/columns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace throughline::store {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

TEST(Columns, DoublesAreLittleEndian) {
    const std::vector<double> values{1.0, -2.5};

    const std::string packed = pack_column<double>(values);

    // IEEE 754: 1.0 = 3FF0 0000 0000 0000, -2.5 = C004 0000 0000 0000.
    EXPECT_EQ(packed, std::string("\0\0\0\0\0\0\xF0\x3F\0\0\0\0\0\0\x04\xC0", 16));
}

TEST(Columns, ConstantColumnIsOneValue) {
    const std::vector<double> values(4096, 1.25);

    const std::string packed = pack_column<double>(values);
    const auto unpacked = unpack_column<double>(packed, 4096);

    EXPECT_EQ(packed.size(), 8U);
    ASSERT_TRUE(unpacked);
    EXPECT_THAT(*unpacked, ElementsAreArray(values));
}

TEST(Columns, ZeroAndMinusZeroAreNotTheSame) {
    const std::vector<double> values{0.0, -0.0};

    const auto unpacked = unpack_column<double>(pack_column<double>(values), 2);

    ASSERT_TRUE(unpacked);
    EXPECT_FALSE(std::signbit(unpacked->at(0)));
    EXPECT_TRUE(std::signbit(unpacked->at(1)));
}

TEST(Columns, BytesThatDoNotFitTheCountAreRefused) {
    const std::string three_doubles(24, 'x');

    EXPECT_FALSE(unpack_column<double>(three_doubles, 2));
    EXPECT_FALSE(unpack_column<double>(three_doubles, -1));
    EXPECT_FALSE(unpack_column<double>(three_doubles.substr(1), 3));
    EXPECT_FALSE(unpack_column<double>(three_doubles.substr(0, 8), INT64_MAX));
    EXPECT_FALSE(unpack_column<double>("", 1));
    EXPECT_TRUE(unpack_column<double>("", 0));
}

TEST(Columns, PresenceIsLeftOutWhenEveryRowHasAValue) {
    const std::vector<std::uint16_t> all{0, 1, 2};

    EXPECT_EQ(pack_presence(all, 3), std::nullopt);
    EXPECT_THAT(*unpack_presence(std::nullopt, 3), ElementsAreArray(all));
}

TEST(Columns, PresenceKeepsWhichRowsHaveAValue) {
    const std::vector<std::uint16_t> some{0, 7, 8, 11};

    const auto bits = pack_presence(some, 12);

    ASSERT_TRUE(bits);
    EXPECT_EQ(*bits, "\x81\x09");
    EXPECT_THAT(*unpack_presence(*bits, 12), ElementsAre(0, 7, 8, 11));
    EXPECT_FALSE(unpack_presence(*bits, 17));
}

}  // namespace
}  // namespace throughline::store
