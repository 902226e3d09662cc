// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/page_runs.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "engine/base/random.h"
#include "engine/pipeline/image_room.h"

namespace throughline::pipeline {
namespace {

TEST(PageRuns, GivesAllItHasAndTakesItBack) {
    PageRuns runs(100);
    const auto first = runs.take(60);
    const auto second = runs.take(40);
    ASSERT_TRUE(first && second);
    EXPECT_FALSE(runs.take(1));
    runs.give_back(*first, 60);
    EXPECT_EQ(runs.free_pages(), 60U);
    EXPECT_TRUE(runs.take(60));
}

TEST(PageRuns, FindsARunThatReachesOverWords) {
    PageRuns runs(200);
    ASSERT_EQ(runs.take(60), 0U);
    ASSERT_EQ(runs.take(100), 60U);
    runs.give_back(60, 100);
    EXPECT_FALSE(runs.take(150));
    EXPECT_TRUE(runs.take(140));
}

TEST(PageRuns, FindsARunBeforeAndBehindTheCursor) {
    PageRuns runs(10);
    ASSERT_EQ(runs.take(5), 0U);
    runs.give_back(0, 5);
    EXPECT_EQ(runs.take(10), 0U);  // the search goes on at 5 and comes round
}

TEST(PageRuns, NoRunGoesAcrossASection) {
    PageRuns runs(30, 10);
    for (int i = 0; i < 3; ++i) {
        const auto first = runs.take(7);
        ASSERT_TRUE(first);
        EXPECT_EQ(*first % 10, 0U);
    }
    EXPECT_FALSE(runs.take(4));
    EXPECT_TRUE(runs.take(3));
}

// Goal: runs never overlap and nothing is lost. Method: 20,000 random steps from a seed, checked
// against a plain list of pages.
TEST(PageRuns, NeverGivesAPageTwice) {
    constexpr std::uint32_t kPages = 1000;
    Random random(7);
    PageRuns runs(kPages, 256);
    std::vector<int> owner(kPages, -1);
    std::map<int, std::pair<std::uint32_t, std::uint32_t>> held;
    for (int step = 0; step < 20'000; ++step) {
        const auto count = static_cast<std::uint32_t>(1 + random.below(60));
        if (const auto first = random.below(2) == 0 ? runs.take(count) : std::nullopt) {
            for (std::uint32_t page = *first; page < *first + count; ++page) {
                ASSERT_EQ(owner[page], -1) << "step " << step;
                owner[page] = step;
            }
            held[step] = {*first, count};
        } else if (!held.empty()) {
            auto which = held.begin();
            std::advance(which, static_cast<long>(random.below(held.size())));
            for (std::uint32_t i = 0; i < which->second.second; ++i) {
                owner[which->second.first + i] = -1;
            }
            runs.give_back(which->second.first, which->second.second);
            held.erase(which);
        }
    }
    for (const auto& [step, run] : held) {
        runs.give_back(run.first, run.second);
    }
    EXPECT_EQ(runs.free_pages(), kPages);
}

TEST(RoomPages, AFewLargeImagesDoNotSetTheSizeOfAll) {
    // ImageNet: 110 kB on average, 15 MB at most.
    constexpr std::uint64_t kLargest = 15'000'000;
    const std::uint64_t bytes = room_pages(100, 110'000.0, kLargest) * 4096ULL;
    EXPECT_LT(bytes, 100U * kLargest / 10);
    EXPECT_GT(bytes, 100U * 110'000U + kLargest);
    EXPECT_EQ(room_pages(4, 4096.0, 4096), 4U);  // all of one size: exactly that
}

TEST(ImageRoom, TicketsBoundTheNumberAndPagesTheBytes) {
    ImageRoom room({.tickets = 2, .pages = 4});
    const auto large = room.take(3 * 4096);
    ASSERT_TRUE(large);
    EXPECT_FALSE(room.take(2 * 4096));
    const auto small = room.take(1);
    ASSERT_TRUE(small);
    EXPECT_FALSE(room.take(0));  // no ticket
    room.returned().push(*large);
    room.collect();
    EXPECT_TRUE(room.take(2 * 4096));
    EXPECT_EQ(room.out(), 2U);
}

}  // namespace
}  // namespace throughline::pipeline
