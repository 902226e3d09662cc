// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/sample_store.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <algorithm>
#include <cmath>

namespace throughline::ui {
namespace {

constexpr double kHour = 3600.0;
constexpr double kLength = 1000 * kHour;
constexpr std::int64_t kSpike = 500 * 3600 + 20;

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

    /// As the library would: cells of whole lines, each a second, that stand in their middle. Their
    /// values say how many lines they hold; one second of the run is a spike.
    static SampleSeries cellsOf(const store::Stretch& stretch) {
        const auto line = [](double t) {
            return static_cast<std::int64_t>(std::clamp(t, 0.0, kLength));
        };
        const std::int64_t unit = stretch.whole_lines;
        SampleSeries cells;
        cells.firstLine = line(stretch.from_s) / unit * unit;
        cells.endLine = std::min(line(kLength), (line(stretch.to_s) / unit + 1) * unit);
        const auto lines = static_cast<double>(cells.endLine - cells.firstLine);
        const double each = std::ceil(lines / static_cast<double>(stretch.cells));
        cells.linesOfCell = std::max<std::int64_t>(1, static_cast<std::int64_t>(each));
        for (std::int64_t at = cells.firstLine; at < cells.endLine;) {
            const std::int64_t end =
                std::min(cells.endLine, (at / cells.linesOfCell + 1) * cells.linesOfCell);
            const bool spike = at <= kSpike && kSpike < end;
            cells.lines.push_back(at);
            cells.t_s.push_back(static_cast<double>(at + end) / 2);
            cells.values.push_back(static_cast<double>(end - at));
            if (cells.linesOfCell > 1) {
                cells.low.push_back(0.0);
                cells.high.push_back(spike ? 1e6 : 1.0);
            } else if (spike) {
                cells.values.back() = 1e6;
            }
            at = end;
        }
        return cells;
    }
    void answer() {
        const auto done = std::move(answers_.front());
        answers_.erase(answers_.begin());
        done(cellsOf(requests_[requests_.size() - 1 - answers_.size()].stretch));
    }
    double highest() const { return *std::max_element(shown().high.begin(), shown().high.end()); }
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

// Goal: no sample is lost where detail meets the rest. Method: the stretch ends within the cell of
// the whole that holds the spike, before and behind it.
TEST_F(SampleStoreTest, EachSampleIsShownOnceWhereDetailMeetsTheRest) {
    const auto spike = static_cast<double>(kSpike);
    ASSERT_EQ(highest(), 1e6);
    for (const Span& view : {Span{spike + 5.0, spike + 605.0},
                             Span{spike - 605.0, spike - 5.0},
                             Span{spike + 700.0, spike + 1900.0},
                             Span{spike - 1900.0, spike - 700.0}}) {
        store_.refine(1, "loss", view, 1000);
        while (!answers_.empty()) {
            answer();
        }

        EXPECT_EQ(highest(), 1e6) << view.low;
        double samples = 0.0;
        for (std::size_t i = 0; i < shown().values.size(); ++i) {
            samples += shown().values[i] == 1e6 ? 1.0 : shown().values[i];
        }
        EXPECT_EQ(samples, kLength) << view.low;
        EXPECT_TRUE(std::is_sorted(shown().t_s.begin(), shown().t_s.end()));
    }
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
    store_.refine(1, "loss", {500 * kHour, 501 * kHour}, 1000);

    EXPECT_EQ(shown().t_s.size(), cells);
    EXPECT_EQ(shown().error, QStringLiteral("damaged")) << "what is on screen is said to be coarse";
    EXPECT_EQ(requests_.size(), 2U) << "it would fail again, without end";
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
