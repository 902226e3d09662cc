// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/shuffle_window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace throughline::pipeline {
namespace {

/// Puts `images` of each epoch through a window as a reader does.
std::vector<EncodedImage> through(ShuffleWindow& window,
                                  std::uint32_t epochs,
                                  std::uint32_t images) {
    std::vector<EncodedImage> out;
    for (std::uint32_t epoch = 0; epoch < epochs; ++epoch) {
        for (std::uint32_t item = 0; item < images; ++item) {
            while (!window.takes(epoch)) {
                out.push_back(window.take());
            }
            window.put({.item = item, .epoch = epoch});
        }
    }
    while (!window.empty()) {
        out.push_back(window.take());
    }
    return out;
}

TEST(ShuffleWindow, AnEpochComesOutWholeBeforeTheNext) {
    for (const std::uint32_t capacity : {1U, 7U, 40U, 64U, 1000U}) {
        ShuffleWindow window(capacity, 5);
        const auto out = through(window, 3, 40);
        ASSERT_EQ(out.size(), 120U) << capacity;
        for (std::uint32_t epoch = 0; epoch < 3; ++epoch) {
            std::vector<bool> seen(40, false);
            for (std::uint32_t i = 0; i < 40; ++i) {
                EXPECT_EQ(out[epoch * 40 + i].epoch, epoch) << capacity;
                seen[out[epoch * 40 + i].item] = true;
            }
            EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 40) << capacity;
        }
    }
}

TEST(ShuffleWindow, NoImageComesOutFurtherAheadThanTheWindowIsLong) {
    ShuffleWindow window(10, 3);
    const auto out = through(window, 1, 500);
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        EXPECT_LT(out[i].item, i + 10);
    }
}

TEST(ShuffleWindow, SeedAndEpochAloneSettleTheOrder) {
    ShuffleWindow a(16, 9);
    ShuffleWindow b(16, 9);
    ShuffleWindow other(16, 10);
    const auto first = through(a, 2, 100);
    const auto same = through(b, 2, 100);
    const auto different = through(other, 2, 100);
    const auto equal = [](const EncodedImage& left, const EncodedImage& right) {
        return left.item == right.item;
    };
    EXPECT_TRUE(std::equal(first.begin(), first.end(), same.begin(), equal));
    EXPECT_FALSE(std::equal(first.begin(), first.end(), different.begin(), equal));
    EXPECT_FALSE(std::equal(first.begin(), first.begin() + 100, first.begin() + 100, equal));
}

// Goal: each image of a full window is equally likely. Method: how long images stay is geometric
// with mean = capacity; 20,000 images give it within a few per cent.
TEST(ShuffleWindow, ImagesStayForAsManyTurnsAsTheWindowIsLongOnAverage) {
    constexpr std::uint32_t kCapacity = 50;
    ShuffleWindow window(kCapacity, 11);
    const auto out = through(window, 1, 20'000);
    double stayed = 0.0;
    for (std::uint32_t i = 0; i < 10'000; ++i) {
        stayed += static_cast<double>(i) + kCapacity - out[i].item;
    }
    EXPECT_NEAR(stayed / 10'000.0, kCapacity, 0.1 * kCapacity);
}

}  // namespace
}  // namespace throughline::pipeline
