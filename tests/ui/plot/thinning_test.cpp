// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/thinning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace throughline::ui {
namespace {

std::vector<QPointF> wave(int count) {
    std::vector<QPointF> points;
    for (int i = 0; i < count; ++i) {
        points.emplace_back(i, std::sin(i * 0.1));
    }
    return points;
}

TEST(ThinnedByColumn, KeepsEverySpikeAndTheOrder) {
    std::vector<QPointF> points = wave(100'000);
    points[54'321].setY(99.0);
    points[777].setY(-99.0);

    const std::vector<QPointF> thin = thinnedByColumn(points, 100.0);

    EXPECT_LE(thin.size(), 2U * 1001U + 2U);
    EXPECT_TRUE(std::is_sorted(thin.begin(), thin.end(), [](const QPointF& a, const QPointF& b) {
        return a.x() < b.x();
    }));
    EXPECT_NE(std::find(thin.begin(), thin.end(), QPointF(54'321, 99.0)), thin.end());
    EXPECT_NE(std::find(thin.begin(), thin.end(), QPointF(777, -99.0)), thin.end());
    EXPECT_EQ(thin.front(), points.front());
    EXPECT_EQ(thin.back(), points.back());
}

TEST(ThinnedByColumn, OfMeansOnePointIsLeftThatIsTheirMean) {
    const std::vector<QPointF> points{{0, 0}, {10, 1}, {11, 3}, {12, 8}, {20, 5}, {29, 7}, {30, 9}};

    const auto thin = thinnedByColumn(points, 10.0, ColumnShows::Mean);

    EXPECT_EQ(thin, (std::vector<QPointF>{{0, 0}, {11, 4}, {24.5, 6}, {30, 9}}));
}

TEST(VisibleLine, IsCutAtBothEndsOnTheLine) {
    const std::vector<QPointF> points{{0, 0}, {10, 10}};

    const auto lines = visibleLine(points, {4, 6}, {0, 10}, 100);

    ASSERT_EQ(lines.size(), 1U);
    ASSERT_EQ(lines[0].size(), 2U);
    EXPECT_EQ(lines[0][0], QPointF(0.0, 0.4));
    EXPECT_EQ(lines[0][1], QPointF(1.0, 0.6));
}

TEST(VisibleLine, BreaksWhereAValueIsMissing) {
    const std::vector<QPointF> points{{0, 1}, {1, 2}, {NAN, NAN}, {3, 2}, {4, 1}};

    const auto lines = visibleLine(points, {0, 4}, {0, 4}, 100);

    EXPECT_EQ(lines.size(), 2U);
}

TEST(VisibleLine, StaysNearTheViewHoweverDeepTheZoom) {
    const std::vector<QPointF> points{{0, -1e9}, {1, 1e9}, {2, -1e9}};

    const auto lines = visibleLine(points, {0, 2}, {0, 1}, 100);

    ASSERT_EQ(lines.size(), 1U);
    for (const QPointF& point : lines[0]) {
        EXPECT_GE(point.y(), -1.0);
        EXPECT_LE(point.y(), 2.0);
    }
    // The line still crosses the view where it did: half way between the points.
    EXPECT_NEAR(lines[0][1].x(), 0.25, 1e-6);
}

TEST(OnePerCell, DropsOnlyWhatCannotBeTold) {
    const std::vector<QPointF> pixels{{0.1, 0.1}, {0.2, 0.2}, {5.0, 5.0}, {NAN, NAN}};

    EXPECT_EQ(onePerCell(pixels, 2.0), (std::vector<std::size_t>{0, 2}));
}

}  // namespace
}  // namespace throughline::ui
