// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/feed.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

namespace throughline::pipeline {
namespace {

using dataset::Order;
using dataset::OrderKind;

TEST(Feed, GivesEveryImageOncePerEpoch) {
    Feed feed({.order = Order(OrderKind::Shuffle, 3), .items = 10, .epochs_max = 1});
    std::multiset<std::uint32_t> seen;
    std::vector<FeedItem> some(4);
    while (const std::size_t n = feed.take(some)) {
        for (std::size_t i = 0; i < n; ++i) {
            EXPECT_EQ(some[i].number, seen.size());
            seen.insert(some[i].item);
        }
    }
    EXPECT_EQ(seen.size(), 10U);
    EXPECT_EQ(std::set<std::uint32_t>(seen.begin(), seen.end()).size(), 10U);
    EXPECT_EQ(feed.state(), Feed::State::Ended);
}

TEST(Feed, GoesOnIntoTheNextEpochWithinOneTake) {
    Feed feed({.order = Order(OrderKind::Sequential, 0), .items = 3});
    std::vector<FeedItem> some(7);
    EXPECT_EQ(feed.take(some), 7U);
    for (std::uint32_t i = 0; i < 7; ++i) {
        EXPECT_EQ(some[i].item, i % 3);
        EXPECT_EQ(some[i].epoch, i / 3);
    }
    EXPECT_EQ(feed.epochs_finished(), 2U);
}

TEST(Feed, HoldsBetweenEpochsUntilTold) {
    Feed feed({.order = Order(OrderKind::Sequential, 0), .items = 3, .hold_between_epochs = true});
    std::vector<FeedItem> some(7);
    EXPECT_EQ(feed.take(some), 3U);
    EXPECT_EQ(feed.take(some), 0U);
    EXPECT_EQ(feed.state(), Feed::State::Holding);
    feed.next_epoch();
    EXPECT_EQ(feed.take(some), 3U);
    EXPECT_EQ(feed.issued(), 6U);
}

TEST(Feed, CountsTheImagesOfShards) {
    Feed feed({.order = Order(OrderKind::Sequential, 0), .items = 2, .images_of = {10, 5}});
    FeedItem shard;
    EXPECT_EQ(feed.take({&shard, 1}), 1U);
    EXPECT_EQ(feed.issued(), 10U);
    EXPECT_EQ(feed.take({&shard, 1}), 1U);
    EXPECT_EQ(feed.issued(), 15U);
}

TEST(Feed, StopWakesWhoWaitsForTheNextEpoch) {
    Feed feed({.order = Order(OrderKind::Sequential, 0), .items = 1, .hold_between_epochs = true});
    std::vector<FeedItem> some(1);
    ASSERT_EQ(feed.take(some), 1U);
    std::jthread waiter([&] {
        TimeAccount account;
        account.begin();
        feed.wait_while_holding(account);
    });
    feed.stop();
    waiter.join();
    EXPECT_EQ(feed.state(), Feed::State::Ended);
}

}  // namespace
}  // namespace throughline::pipeline
