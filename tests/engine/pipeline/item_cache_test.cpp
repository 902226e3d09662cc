// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/item_cache.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string_view>
#include <thread>
#include <vector>

namespace throughline::pipeline {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

TEST(ItemCache, ServesWhatWasPutIn) {
    auto cache = ItemCache::make({.images = 3, .budget_bytes = 100});
    ASSERT_TRUE(cache);
    EXPECT_TRUE((*cache)->find(1).empty());
    EXPECT_TRUE((*cache)->put(1, bytes_of("one")));
    EXPECT_FALSE((*cache)->put(1, bytes_of("two")));
    const auto found = (*cache)->find(1);
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(std::memcmp(found.data(), "one", 3), 0);
}

TEST(ItemCache, TakesNoMoreThanItsBudgetAndStillTakesWhatFits) {
    auto cache = ItemCache::make({.images = 4, .budget_bytes = 4096});
    ASSERT_TRUE(cache);
    const std::vector<std::byte> large(3000);
    const std::vector<std::byte> small(1000);
    EXPECT_TRUE((*cache)->put(0, large));
    EXPECT_FALSE((*cache)->put(1, large));
    EXPECT_TRUE((*cache)->find(1).empty());
    EXPECT_TRUE((*cache)->put(2, small));
    EXPECT_EQ((*cache)->bytes_used(), 4000U);
}

// Goal: readers and decoders may put and find at the same time. Method: four threads put the same
// 1,000 images, each with its own number all through, and look at what is there already.
TEST(ItemCache, ManyThreadsKeepEachImageOnceAndWhole) {
    constexpr std::uint32_t kImages = 1000;
    constexpr std::size_t kBytes = 200;
    auto cache = ItemCache::make({.images = kImages, .budget_bytes = kImages * kBytes});
    ASSERT_TRUE(cache);
    {
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < 4; ++thread) {
            threads.emplace_back([&, thread] {
                for (std::uint32_t i = 0; i < kImages; ++i) {
                    const std::uint32_t item = thread % 2 == 0 ? i : kImages - 1 - i;
                    const std::vector<std::byte> image(kBytes, static_cast<std::byte>(item % 251));
                    (*cache)->put(item, image);
                    for (const std::byte value : (*cache)->find(item)) {
                        ASSERT_EQ(value, static_cast<std::byte>(item % 251));
                    }
                }
            });
        }
    }
    for (std::uint32_t item = 0; item < kImages; ++item) {
        EXPECT_EQ((*cache)->find(item).size(), kBytes);
    }
}

}  // namespace
}  // namespace throughline::pipeline
