// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/crc32c.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace throughline::dataset {
namespace {

std::vector<std::byte> counted(std::size_t count, int first, int step) {
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < count; ++i) {
        bytes.push_back(static_cast<std::byte>(first + static_cast<int>(i) * step));
    }
    return bytes;
}

// The examples of RFC 3720, B.4, whose CRC bytes are printed lowest first.
TEST(Crc32c, GivesTheExamplesOfRfc3720) {
    EXPECT_EQ(crc32c(counted(32, 0, 0)), 0x8A9136AAU);
    EXPECT_EQ(crc32c(counted(32, 0xFF, 0)), 0x62A8AB43U);
    EXPECT_EQ(crc32c(counted(32, 0, 1)), 0x46DD794EU);
    EXPECT_EQ(crc32c(counted(32, 31, -1)), 0x113FDB5CU);
    std::vector<std::byte> read_command(48);
    for (const auto& [at, value] : {std::pair{0, 0x01},
                                    {1, 0xC0},
                                    {16, 0x14},
                                    {22, 0x04},
                                    {27, 0x14},
                                    {31, 0x18},
                                    {32, 0x28},
                                    {40, 0x02}}) {
        read_command.at(static_cast<std::size_t>(at)) = static_cast<std::byte>(value);
    }
    EXPECT_EQ(crc32c(read_command), 0xD9963A56U);
}

TEST(Crc32c, GoesOnFromTheBytesBefore) {
    const auto bytes = counted(1000, 7, 3);

    const std::uint32_t first = crc32c(std::span(bytes).first(333));

    EXPECT_EQ(crc32c(std::span(bytes).subspan(333), first), crc32c(bytes));
    EXPECT_EQ(crc32c({}), 0U);
}

// The head of a record of 16 bytes as TensorFlow writes it.
TEST(Crc32c, MaskIsThatOfTensorFlow) {
    const std::array<std::byte, 8> length{std::byte{16}};

    EXPECT_EQ(masked_crc(crc32c(length)), 0x18FEFB95U);
}

}  // namespace
}  // namespace throughline::dataset
