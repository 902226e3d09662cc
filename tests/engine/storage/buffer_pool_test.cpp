// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/buffer_pool.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

namespace throughline::storage {
namespace {

TEST(BufferPool, BuffersArePageAlignedRoundedUpAndApart) {
    auto pool = BufferPool::make(3, 5000);
    ASSERT_TRUE(pool) << describe(pool.error());

    EXPECT_EQ(pool->bytes_each(), 8192U);
    EXPECT_EQ(pool->bytes_total(), 3U * 8192U);
    for (std::uint32_t i = 0; i < 3; ++i) {
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pool->buffer(i).data()) % 4096, 0U);
        EXPECT_EQ(pool->buffer(i).size(), 8192U);
        EXPECT_EQ(pool->buffer(i).data() - pool->buffer(0).data(), i * 8192);
    }
}

TEST(BufferPool, MovingKeepsTheMemoryInPlace) {
    auto pool = BufferPool::make(2, 4096);
    const std::byte* const before = pool->buffer(1).data();

    const BufferPool moved = *std::move(pool);

    EXPECT_EQ(moved.buffer(1).data(), before);
}

TEST(BufferPool, ALargePoolBeginsOnAHugePageAndSaysWhatItGot) {
    constexpr std::uint64_t kHuge = 2U << 20U;
    auto pool = BufferPool::make(3, kHuge - 4096);
    ASSERT_TRUE(pool);

    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pool->buffer(0).data()) % kHuge, 0U);
    EXPECT_EQ(pool->bytes_total(), 3 * (kHuge - 4096));
    // How many there are is the kernel's business, but never a part of one.
    EXPECT_EQ(pool->huge_page_bytes() % kHuge, 0U);
    EXPECT_LE(pool->huge_page_bytes(), pool->bytes_total());
}

TEST(BufferPool, MemoryThatCannotBeHadIsALimit) {
    for (const std::uint64_t bytes : {std::uint64_t{1} << 50U, UINT64_MAX / 2}) {
        const auto pool = BufferPool::make(1000, bytes);

        ASSERT_FALSE(pool);
        EXPECT_EQ(pool.error().code, ErrorCode::Limit);
        EXPECT_NE(pool.error().errno_value, 0);
    }
}

TEST(BufferPool, NothingIsAUsageError) {
    EXPECT_EQ(BufferPool::make(0, 4096).error().code, ErrorCode::Usage);
    EXPECT_EQ(BufferPool::make(1, 0).error().code, ErrorCode::Usage);
}

}  // namespace
}  // namespace throughline::storage
