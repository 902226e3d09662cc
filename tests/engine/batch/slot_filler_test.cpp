// SPDX-License-Identifier: Apache-2.0
#include "engine/batch/slot_filler.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <set>
#include <string>
#include <thread>

namespace throughline::batch {
namespace {

BatchArena make_arena(std::uint32_t slots, std::uint32_t images) {
    auto arena =
        BatchArena::make({.slots = slots, .images_per_slot = images, .bytes_per_image = 3});
    EXPECT_TRUE(arena);
    return *std::move(arena);
}

void write_image(const BatchArena& arena, Position position, unsigned char value) {
    std::memset(arena.image(position.slot, position.index).data(), value, 3);
}

TEST(BatchArena, ImagesOfASlotLieBackToBack) {
    const BatchArena arena = make_arena(2, 4);
    EXPECT_EQ(arena.image(0, 1).data(), arena.image(0, 0).data() + 3);
    EXPECT_EQ(BatchArena::bytes_needed(arena.options()), 2U * 4096U);
}

TEST(BatchArena, TooLargeAnArenaIsAnErrorNotACrash) {
    auto arena =
        BatchArena::make({.slots = 64, .images_per_slot = 4096, .bytes_per_image = 1ULL << 40U});
    ASSERT_FALSE(arena);
    EXPECT_EQ(arena.error().code, ErrorCode::Limit);
}

TEST(SlotFiller, GivesNoPositionWithoutAFreeSlot) {
    const BatchArena arena = make_arena(1, 2);
    SlotFiller filler(arena);
    EXPECT_FALSE(filler.try_claim());
    filler.add_free_slot(0);
    EXPECT_TRUE(filler.try_claim());
}

// As decoders in order do: one claims the last place, another finds none and waits, the first has
// nothing to put there.
TEST(SlotFiller, APlaceThatIsGivenUpWakesWhoWaitsForOne) {
    const BatchArena arena = make_arena(1, 1);
    SlotFiller filler(arena);
    filler.add_free_slot(0);
    const auto claimed = filler.try_claim();
    std::atomic<bool> asking{false};
    std::jthread other([&] {
        EXPECT_FALSE(filler.try_claim());
        asking = true;
        EXPECT_TRUE(filler.wait_claimable());
        EXPECT_TRUE(filler.try_claim());
    });
    while (!asking) {
        std::this_thread::yield();
    }
    std::this_thread::yield();

    filler.unclaim(*claimed);
}

TEST(SlotFiller, LastCompletionHandsOutTheBatchWhateverTheOrder) {
    const BatchArena arena = make_arena(1, 3);
    SlotFiller filler(arena);
    filler.add_free_slot(0);
    const auto a = filler.try_claim();
    const auto b = filler.try_claim();
    const auto c = filler.try_claim();

    EXPECT_FALSE(filler.complete(*c));
    EXPECT_FALSE(filler.complete(*a));
    const auto batch = filler.complete(*b);

    ASSERT_TRUE(batch);
    EXPECT_EQ(batch->images, 3U);
}

// Goal: a hole must not reach the consumer. Method: four images, the second given back unwritten.
TEST(SlotFiller, AbandonedPositionIsClosedByTheLastImage) {
    const BatchArena arena = make_arena(1, 4);
    SlotFiller filler(arena);
    filler.add_free_slot(0);
    std::vector<Position> positions;
    for (unsigned char i = 0; i < 4; ++i) {
        positions.push_back(*filler.try_claim());
        write_image(arena, positions.back(), static_cast<unsigned char>('a' + i));
    }

    EXPECT_FALSE(filler.abandon(positions[1]));
    EXPECT_FALSE(filler.complete(positions[0]));
    EXPECT_FALSE(filler.complete(positions[2]));
    const auto batch = filler.complete(positions[3]);

    ASSERT_TRUE(batch);
    EXPECT_EQ(batch->images, 3U);
    std::multiset<char> left;
    for (std::uint32_t i = 0; i < batch->images; ++i) {
        left.insert(static_cast<char>(arena.image(0, i)[0]));
    }
    EXPECT_EQ(left, (std::multiset<char>{'a', 'c', 'd'}));
}

TEST(SlotFiller, FlushGivesThePartlyFilledSlotOnce) {
    const BatchArena arena = make_arena(2, 4);
    SlotFiller filler(arena);
    filler.add_free_slot(0);
    const auto position = filler.try_claim();
    EXPECT_FALSE(filler.complete(*position));

    const auto batch = filler.flush();

    ASSERT_TRUE(batch);
    EXPECT_EQ(batch->images, 1U);
    EXPECT_FALSE(filler.flush());
}

TEST(SlotFiller, FlushOfNothingButHolesGivesTheSlotBack) {
    const BatchArena arena = make_arena(1, 4);
    SlotFiller filler(arena);
    filler.add_free_slot(0);
    EXPECT_FALSE(filler.abandon(*filler.try_claim()));
    EXPECT_FALSE(filler.flush());
    EXPECT_TRUE(filler.try_claim());
}

// Goal: one slot that comes back serves all who wait, not only the one who takes it first. Method:
// two decoders wait, one slot of two images comes.
TEST(SlotFiller, OneFreeSlotServesAllWhoWait) {
    const BatchArena arena = make_arena(1, 2);
    SlotFiller filler(arena);
    std::atomic<int> claimed{0};
    {
        std::vector<std::jthread> decoders;
        for (int i = 0; i < 2; ++i) {
            decoders.emplace_back([&] {
                while (!filler.try_claim()) {
                    ASSERT_TRUE(filler.wait_claimable());
                }
                claimed.fetch_add(1);
            });
        }
        filler.add_free_slot(0);
    }
    EXPECT_EQ(claimed.load(), 2);
}

TEST(SlotFiller, CloseWakesWhoWaits) {
    const BatchArena arena = make_arena(1, 2);
    SlotFiller filler(arena);
    std::jthread waiter([&] { EXPECT_FALSE(filler.wait_claimable()); });
    filler.close();
}

TEST(SlotFiller, FlushLeavesASlotWithAnOpenClaimAlone) {
    const BatchArena arena = make_arena(1, 4);
    SlotFiller filler(arena);
    filler.add_free_slot(0);
    const auto written = filler.try_claim();
    const auto open = filler.try_claim();
    EXPECT_FALSE(filler.complete(*written));
    EXPECT_FALSE(filler.flush());
    EXPECT_FALSE(filler.abandon(*open));
    EXPECT_EQ(filler.flush()->images, 1U);
}

TEST(SlotFiller, WhereTheOrderIsKeptTheOthersMoveUp) {
    const BatchArena arena = make_arena(1, 5);
    SlotFiller filler(arena, true);
    filler.add_free_slot(0);
    std::vector<Position> positions;
    for (unsigned char i = 0; i < 5; ++i) {
        positions.push_back(*filler.try_claim());
        write_image(arena, positions.back(), static_cast<unsigned char>('a' + i));
    }
    EXPECT_FALSE(filler.abandon(positions[3]));
    EXPECT_FALSE(filler.complete(positions[4]));
    EXPECT_FALSE(filler.complete(positions[0]));
    EXPECT_FALSE(filler.complete(positions[2]));
    const auto batch = filler.abandon(positions[1]);

    ASSERT_TRUE(batch);
    ASSERT_EQ(batch->images, 3U);
    std::string left;
    for (std::uint32_t i = 0; i < batch->images; ++i) {
        left += static_cast<char>(arena.image(0, i)[0]);
    }
    EXPECT_EQ(left, "ace");
}

TEST(SlotFiller, WhereTheOrderIsKeptAnEmptyBatchStillHasItsNumber) {
    const BatchArena arena = make_arena(2, 1);
    SlotFiller filler(arena, true);
    filler.add_free_slot(0);
    filler.add_free_slot(1);
    const auto first = filler.abandon(*filler.try_claim());
    const auto second = filler.complete(*filler.try_claim());
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->images, 0U);
    EXPECT_EQ(first->number, 0U);
    EXPECT_EQ(second->number, 1U);
}

TEST(SlotFiller, ClaimsTakenBackAreAsIfTheyHadNotBeen) {
    const BatchArena arena = make_arena(2, 2);
    SlotFiller filler(arena, true);
    filler.add_free_slot(0);
    filler.add_free_slot(1);
    std::vector<Position> positions;
    for (int i = 0; i < 4; ++i) {
        positions.push_back(*filler.try_claim());
    }
    EXPECT_FALSE(filler.try_claim());
    for (int i = 3; i >= 1; --i) {
        filler.unclaim(positions[static_cast<std::size_t>(i)]);
    }
    const auto again = filler.try_claim();
    ASSERT_TRUE(again);
    EXPECT_EQ(again->slot, positions[1].slot);
    EXPECT_EQ(again->index, 1U);
    EXPECT_FALSE(filler.complete(positions[0]));
    EXPECT_EQ(filler.complete(*again)->number, 0U);
    EXPECT_TRUE(filler.try_claim());
}

// Goal: many decoders never get the same place. Method: four threads fill 1,000 batches, every
// image is written with its thread's mark and counted when its batch is handed out.
TEST(SlotFiller, ManyDecodersFillEveryPlaceOnce) {
    constexpr std::uint32_t kImages = 8;
    const BatchArena arena = make_arena(4, kImages);
    SlotFiller filler(arena);
    for (std::uint32_t slot = 0; slot < 4; ++slot) {
        filler.add_free_slot(slot);
    }
    std::atomic<std::uint32_t> images{0};
    std::atomic<std::uint32_t> written{0};
    {
        std::vector<std::jthread> decoders;
        for (int thread = 0; thread < 4; ++thread) {
            decoders.emplace_back([&] {
                for (int i = 0; i < 2000; ++i) {
                    const auto position = filler.try_claim();
                    if (!position) {
                        continue;
                    }
                    written.fetch_add(1);
                    if (const auto batch = filler.complete(*position)) {
                        images.fetch_add(batch->images);
                        filler.add_free_slot(batch->slot);
                    }
                }
            });
        }
    }
    if (const auto rest = filler.flush()) {
        images.fetch_add(rest->images);
    }
    EXPECT_EQ(images.load(), written.load());
    EXPECT_GT(written.load(), 1000U);
}

}  // namespace
}  // namespace throughline::batch
