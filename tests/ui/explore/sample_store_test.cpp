// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/sample_store.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <cmath>

namespace throughline::ui {
namespace {

constexpr double kHour = 3600.0;
constexpr double kLength = 1000 * kHour;

/// A run of 3.6 million samples, one a second; what is asked for is answered by hand.
class SampleStoreTest : public testing::Test {
protected:
    SampleStoreTest() {
        store_.setProvider(
            [this](const SampleRequest& request, std::function<void(SampleSeries)> done) {
                requests_.push_back(request);
                answers_.push_back(std::move(done));
            });
        store_.request(QStringLiteral("s"), 1, "loss");
        answer();
    }

    /// As the library would: single samples where they fit into the cells.
    static SampleSeries cellsOf(const store::Stretch& stretch) {
        const double from = std::max(0.0, stretch.from_s);
        const double to = std::min(kLength, stretch.to_s);
        const double step =
            std::max(1.0, std::ceil((to - from) / static_cast<double>(stretch.cells)));
        SampleSeries cells;
        for (double t = std::floor(from); t <= to; t += step) {
            cells.t_s.push_back(t);
            cells.values.push_back(step);
            if (step > 1.0) {
                cells.low.push_back(step - 0.5);
                cells.high.push_back(step + 0.5);
            }
        }
        return cells;
    }
    void answer() {
        const auto done = std::move(answers_.front());
        answers_.erase(answers_.begin());
        done(cellsOf(requests_[requests_.size() - 1 - answers_.size()].stretch));
    }
    const SampleSeries& shown() const { return store_.cache().at({1, "loss"}); }
    /// The value shown around a time: how many seconds its cell is long.
    double cellAt(double t) const {
        const auto at = std::lower_bound(shown().t_s.begin(), shown().t_s.end(), t);
        return shown().values[static_cast<std::size_t>(at - shown().t_s.begin())];
    }

    SampleStore store_;
    std::vector<SampleRequest> requests_;
    std::vector<std::function<void(SampleSeries)>> answers_;
};

TEST_F(SampleStoreTest, AWholeRunIsAskedForOnceInCellsOfAScreen) {
    store_.request(QStringLiteral("s"), 1, "loss");

    ASSERT_EQ(requests_.size(), 1U);
    EXPECT_EQ(requests_[0].stretch.cells, kCellsOfWholeRun);
    EXPECT_TRUE(std::isinf(requests_[0].stretch.from_s));
    EXPECT_FALSE(shown().isRaw());
}

TEST_F(SampleStoreTest, WhatTheWholeTellsIsNotAskedAgain) {
    store_.refine(1, "loss", {0.0, kLength}, 1000);

    EXPECT_EQ(requests_.size(), 1U);
}

TEST_F(SampleStoreTest, AStretchIsShownInDetailAndTheRestAsBefore) {
    const double coarse = cellAt(10 * kHour);

    store_.refine(1, "loss", {500 * kHour, 500 * kHour + 600.0}, 1000);
    ASSERT_EQ(requests_.size(), 2U);
    answer();

    EXPECT_EQ(cellAt(500 * kHour + 300.0), 1.0) << "each second";
    EXPECT_EQ(cellAt(10 * kHour), coarse);
    EXPECT_EQ(cellAt(900 * kHour), coarse);
    EXPECT_TRUE(std::is_sorted(shown().t_s.begin(), shown().t_s.end()));
    EXPECT_EQ(shown().low.size(), shown().t_s.size());
    EXPECT_EQ(shown().high.size(), shown().t_s.size());
}

TEST_F(SampleStoreTest, WhatLiesBesideAStretchIsThereWhenItIsPannedTo) {
    store_.refine(1, "loss", {500 * kHour, 501 * kHour}, 1000);
    answer();

    store_.refine(1, "loss", {500.5 * kHour, 501.5 * kHour}, 1000);
    EXPECT_EQ(requests_.size(), 2U);
    store_.refine(1, "loss", {510 * kHour, 511 * kHour}, 1000);
    EXPECT_EQ(requests_.size(), 3U);
}

// Goal: no answer is asked for that was given already, however coarse it turned out.
TEST_F(SampleStoreTest, TheSameViewIsAskedForOnce) {
    for (const double length : {200 * kHour, 20 * kHour, 2 * kHour, 60.0}) {
        const Span view{500 * kHour, 500 * kHour + length};
        store_.refine(1, "loss", view, 1000);
        const std::size_t asked = requests_.size();
        while (!answers_.empty()) {
            answer();
        }

        store_.refine(1, "loss", view, 1000);

        EXPECT_EQ(requests_.size(), asked) << length;
    }
}

TEST_F(SampleStoreTest, AWishNotSentYetGivesWayToTheNext) {
    store_.refine(1, "loss", {100 * kHour, 101 * kHour}, 1000);
    store_.refine(1, "loss", {200 * kHour, 201 * kHour}, 1000);
    store_.refine(1, "loss", {300 * kHour, 301 * kHour}, 1000);
    ASSERT_EQ(requests_.size(), 2U) << "one question at a time";
    answer();

    ASSERT_EQ(requests_.size(), 3U);
    EXPECT_LT(requests_[2].stretch.from_s, 300 * kHour);
    EXPECT_GT(requests_[2].stretch.to_s, 301 * kHour);
}

TEST_F(SampleStoreTest, AnswersThatComeTogetherAreOnePicture) {
    store_.request(QStringLiteral("s"), 2, "loss");
    store_.request(QStringLiteral("s"), 3, "loss");
    QSignalSpy arrived(&store_, &SampleStore::arrived);

    answer();
    answer();

    EXPECT_EQ(arrived.size(), 1);
    EXPECT_FALSE(store_.isWaiting());
}

TEST_F(SampleStoreTest, AFirstAnswerIsShownThoughOthersAreAwaited) {
    store_.request(QStringLiteral("s"), 2, "loss");
    store_.request(QStringLiteral("s"), 3, "loss");
    QSignalSpy arrived(&store_, &SampleStore::arrived);

    answer();

    EXPECT_TRUE(arrived.wait(5000));
    EXPECT_TRUE(store_.isWaiting());
}

TEST_F(SampleStoreTest, WhatFailsInDetailLeavesTheWhole) {
    store_.refine(1, "loss", {500 * kHour, 501 * kHour}, 1000);
    const std::size_t cells = shown().t_s.size();

    answers_.front()({.t_s = {}, .values = {}, .error = QStringLiteral("damaged")});

    EXPECT_EQ(shown().t_s.size(), cells);
    EXPECT_TRUE(shown().error.isEmpty());
}

TEST_F(SampleStoreTest, AnswersForWhatIsNoLongerLookedAtAreDropped) {
    store_.refine(1, "loss", {500 * kHour, 501 * kHour}, 1000);
    QSignalSpy arrived(&store_, &SampleStore::arrived);

    store_.clear();
    answer();

    EXPECT_TRUE(store_.cache().empty());
    EXPECT_EQ(arrived.size(), 0);
    EXPECT_FALSE(store_.isWaiting());
}

}  // namespace
}  // namespace throughline::ui
