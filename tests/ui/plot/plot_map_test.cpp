// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_map.h"

#include <gtest/gtest.h>

#include "tests/ui/plot/synthetic_model.h"
#include "ui/plot/plot_text.h"

namespace throughline::ui {
namespace {

TEST(PlotMap, PixelsAndPlacesAreInverse) {
    const PlotMap map{{50, 20, 400, 200}, {{0, 8}, {100, 300}, {0, 1}}};

    const QPointF pixel = map.toPixel({2, 150}, false);

    EXPECT_EQ(pixel, QPointF(150, 170));
    EXPECT_EQ(map.toPlace(pixel, false), QPointF(2, 150));
    EXPECT_EQ(map.toPixel({0, 0.5}, true), QPointF(50, 120));
}

TEST(PlacedSeries, LogarithmicAxisLeavesOutWhatHasNoPlace) {
    PlotModel model = synthetic::sweepModel(1);
    model.y.scale = AxisScale::Logarithmic;
    model.series[0].points[2].y = 0.0;
    model.series[0].points[3].y = -5.0;

    const auto placed = placedSeries(model);
    const PlotRange home = homeRange(model, placed);

    EXPECT_TRUE(std::isnan(placed[0].places[2].y()));
    EXPECT_TRUE(std::isnan(placed[0].places[3].x()));
    EXPECT_TRUE(std::isfinite(placed[0].places[4].y()));
    EXPECT_TRUE(std::isfinite(home.y.low));
    EXPECT_GT(home.y.low, 1.0);
}

TEST(NearestPoint, IsFoundInPixelsNotInUnits) {
    const PlotModel model = synthetic::sweepModel(2);
    const auto placed = placedSeries(model);
    const PlotMap map{{0, 0, 800, 400}, homeRange(model, placed)};
    const QPointF at = map.toPixel(placed[1].places[4], false);

    const auto hit = nearestPoint(placed, map, at + QPointF(3, -4), 20.0);

    ASSERT_TRUE(hit);
    EXPECT_EQ(*hit, (PointRef{1, 4}));
    EXPECT_FALSE(nearestPoint(placed, map, at + QPointF(3, -4), 4.0));
}

TEST(NearestPoint, HiddenSeriesAreNotFound) {
    PlotModel model = synthetic::sweepModel(1);
    model.series[0].visible = false;
    const auto placed = placedSeries(model);
    const PlotMap map{{0, 0, 800, 400}, homeRange(model, placed)};

    EXPECT_FALSE(nearestPoint(placed, map, map.toPixel(placed[0].places[0], false), 20.0));
}

TEST(NeighbouringPoint, WalksAllSeriesAndEnds) {
    const PlotModel model = synthetic::sweepModel(2);
    const auto placed = placedSeries(model);

    std::optional<PointRef> at = neighbouringPoint(placed, std::nullopt, 1);
    int steps = 0;
    for (; at; at = neighbouringPoint(placed, at, 1)) {
        ++steps;
    }

    EXPECT_EQ(steps, 16);
}

TEST(PointLines, SayNameValuesAndInterval) {
    const PlotModel model = synthetic::sweepModel(1);

    const QStringList lines = pointLines(model, {0, 5});

    ASSERT_EQ(lines.size(), 4);
    EXPECT_EQ(lines[0], QStringLiteral("Study 1"));
    EXPECT_EQ(lines[1], QStringLiteral("Decode threads: 8"));
    EXPECT_EQ(lines[2], QStringLiteral("Images per second: 1.12 k images/s"));
    EXPECT_TRUE(lines[3].startsWith(QStringLiteral("95 % interval: ")));
}

TEST(DescribePlot, NamesAxesSeriesAndExtremes) {
    const QString text = describePlot(synthetic::sweepModel(1));

    EXPECT_TRUE(text.startsWith(QStringLiteral("Chart of Images per second against Decode")));
    EXPECT_TRUE(text.contains(QStringLiteral("Study 1: 8 points, lowest")));
    EXPECT_TRUE(text.contains(QStringLiteral("at 16.")));
}

}  // namespace
}  // namespace throughline::ui
