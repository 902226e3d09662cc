// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "tests/ui/plot/synthetic_model.h"
#include "ui/plot/plot_selection.h"
#include "ui/plot/plot_table.h"
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

// Goal: repeated runs make no zigzag. Method: three values at one x, one of them a gap.
TEST(PlacedSeries, ALineGoesThroughTheMeanOfWhatSharesAnX) {
    PlotModel model = synthetic::sweepModel(1);
    model.series[0].points = {{.x = 1.0, .y = 10.0},
                              {.x = 2.0, .y = 100.0},
                              {.x = 2.0, .y = 1000.0},
                              {.x = 4.0, .y = 50.0}};
    for (const AxisScale scale : {AxisScale::Linear, AxisScale::Logarithmic}) {
        model.y.scale = scale;

        const auto placed = placedSeries(model);

        ASSERT_EQ(placed[0].places.size(), 4U) << "each is a point";
        ASSERT_EQ(placed[0].line().size(), 3U);
        EXPECT_EQ(placed[0].line()[1], QPointF(placed[0].places[1].x(), placeOf(550.0, scale)));
        // Of what is picked alone, the line is of that.
        model.series[0].points[1].id = 7;
        model.series[0].points[0].id = 7;
        const auto picked = placedOf({7}, model, placed);
        EXPECT_EQ(picked[0].line()[1], placed[0].places[1]);
    }
    model.series[0].points.pop_back();
    model.series[0].points.pop_back();
    EXPECT_TRUE(placedSeries(model)[0].lineApart.empty());
}

PlotModel barsModel(int count) {
    PlotModel model = synthetic::sweepModel(count);
    model.x.categories = {QStringLiteral("a"), QStringLiteral("b")};
    for (PlotSeries& series : model.series) {
        series.kind = SeriesKind::Bars;
        series.points = {{.x = 0.0, .y = 100.0}, {.x = 1.0, .y = 300.0}};
    }
    return model;
}

TEST(Bars, SeveralRunsOfASeriesAtOneCategoryDoNotCoverEachOther) {
    PlotModel model = barsModel(2);
    model.series[0].points.insert(model.series[0].points.begin(), {.x = 0.0, .y = 250.0});
    const auto placed = placedSeries(model);
    const PlotMap map{{0, 0, 800, 400}, homeRange(model, placed)};

    const QRectF first = barOf(placed[0], 0, map);
    const QRectF second = barOf(placed[0], 1, map);
    const QRectF other = barOf(placed[1], 0, map);

    EXPECT_LE(first.right(), second.left() + 1e-6);
    EXPECT_LE(second.right(), other.left() + 1e-6);
    EXPECT_NEAR(first.width(), second.width(), 1e-6);
    EXPECT_NEAR(first.width() * 2, other.width(), 1e-6);
}

TEST(Bars, OfOneCategoryStandSideBySideFromZero) {
    const PlotModel model = barsModel(3);
    const auto placed = placedSeries(model);
    const PlotRange home = homeRange(model, placed);
    const PlotMap map{{0, 0, 800, 400}, home};

    EXPECT_EQ(home.y.low, 0.0);
    EXPECT_GT(home.y.high, 300.0);
    for (std::size_t s = 0; s + 1 < placed.size(); ++s) {
        const QRectF left = barOf(placed[s], 0, map);
        const QRectF right = barOf(placed[s + 1], 0, map);
        EXPECT_LE(left.right(), right.left() + 1e-9);
        EXPECT_EQ(left.bottom(), 400.0);
    }
    EXPECT_LT(barOf(placed[2], 0, map).right(), barOf(placed[0], 1, map).left());
    EXPECT_NEAR(barOf(placed[0], 1, map).height(), 3 * barOf(placed[0], 0, map).height(), 1e-9);
}

TEST(Bars, AreFoundWhereverTheCursorIsInThem) {
    const PlotModel model = barsModel(2);
    const auto placed = placedSeries(model);
    const PlotMap map{{0, 0, 800, 400}, homeRange(model, placed)};
    const QRectF bar = barOf(placed[1], 1, map);

    EXPECT_EQ(nearestPoint(placed, map, bar.center(), 10.0), (PointRef{1, 1}));
}

TEST(Bars, OnALogarithmicAxisHaveNoFootAndAreMarkersInTheirPlaces) {
    PlotModel model = barsModel(2);
    const auto bars = placedSeries(model);
    model.y.scale = AxisScale::Logarithmic;
    const auto points = placedSeries(model);

    for (std::size_t s = 0; s < 2; ++s) {
        EXPECT_EQ(points[s].halfWidth, 0.0);
        EXPECT_EQ(points[s].places[0].x(), bars[s].places[0].x());
    }
}

/// Two stacks of two parts each at both categories, and a bar of its own.
PlotModel stacksModel() {
    PlotModel model = barsModel(5);
    for (std::size_t s = 0; s < 4; ++s) {
        model.series[s].stack = static_cast<int>(s / 2);
    }
    return model;
}

TEST(Stacks, PartsStandOnEachOtherAndKeepTheirOwnValues) {
    const PlotModel model = stacksModel();
    const auto placed = placedSeries(model);
    const PlotRange home = homeRange(model, placed);
    const PlotMap map{{0, 0, 800, 400}, home};

    for (const std::size_t point : {std::size_t{0}, std::size_t{1}}) {
        const QRectF lower = barOf(placed[0], point, map);
        const QRectF upper = barOf(placed[1], point, map);
        EXPECT_DOUBLE_EQ(upper.bottom(), lower.top());
        EXPECT_DOUBLE_EQ(upper.left(), lower.left());
        EXPECT_NEAR(upper.height(), lower.height(), 1e-9);
        EXPECT_LE(lower.right(), barOf(placed[2], point, map).left() + 1e-9);
        EXPECT_LE(barOf(placed[3], point, map).right(), barOf(placed[4], point, map).left() + 1e-9);
    }
    EXPECT_EQ(placed[1].places[1].y(), 600.0);
    EXPECT_EQ(model.series[1].points[1].y, 300.0);
    EXPECT_GT(home.y.high, 600.0);
    EXPECT_EQ(nearestPoint(placed, map, barOf(placed[1], 0, map).center(), 5.0), (PointRef{1, 0}));
}

TEST(Stacks, APartThatIsMissingLeavesNoGap) {
    PlotModel model = stacksModel();
    model.series[0].points[0].y = kNoNumber;
    const auto placed = placedSeries(model);
    const PlotMap map{{0, 0, 800, 400}, homeRange(model, placed)};

    EXPECT_TRUE(std::isnan(placed[0].places[0].x()));
    EXPECT_EQ(barOf(placed[1], 0, map).bottom(), 400.0);
}

TEST(Bars, SeriesWithoutPointsTakeNoRoom) {
    PlotModel model = barsModel(3);
    const double width = placedSeries(barsModel(2))[0].halfWidth;
    model.series[1].points.clear();

    EXPECT_EQ(placedSeries(model)[0].halfWidth, width);
}

TEST(Bars, OfSeriesWithNothingAtACategoryLeaveNoGapThere) {
    PlotModel model = barsModel(2);
    const double width = placedSeries(model)[0].halfWidth;
    model.series[0].points = {{.x = 0.0, .y = 100.0}};
    model.series[1].points = {{.x = 1.0, .y = 300.0}};

    const auto placed = placedSeries(model);

    EXPECT_EQ(placed[0].places[0].x(), 0.0);  // in the middle of its category
    EXPECT_EQ(placed[1].places[0].x(), 1.0);
    EXPECT_GE(placed[0].halfWidth, width);
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

// Goal: looking in halves finds what looking at every point finds. Method: random lines with gaps;
// the distance of what was found is the smallest there is.
TEST(NearestAlongX, IsFoundPastGapsInLinesOfAnyLength) {
    std::mt19937 random(5);
    for (int round = 0; round < 300; ++round) {
        const std::size_t length = random() % 60;
        PlacedSeries series;
        double x = 0.0;
        for (std::size_t i = 0; i < length; ++i) {
            x += static_cast<double>(random() % 5);
            const bool gap = random() % 3 == 0;
            series.places.push_back(gap ? QPointF(kNoNumber, kNoNumber) : QPointF(x, 1.0));
        }
        const double wanted = static_cast<double>(random() % 140) - 5.0;
        double smallest = std::numeric_limits<double>::infinity();
        for (const QPointF& place : series.places) {
            smallest = std::fmin(smallest, std::fabs(place.x() - wanted));
        }
        const auto found = nearestAlongX(series, wanted);
        ASSERT_EQ(found.has_value(), std::isfinite(smallest)) << round;
        if (found) {
            EXPECT_EQ(std::fabs(series.places[*found].x() - wanted), smallest) << round;
        }
    }
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

// Goal: a predicted range is not said to be surer than it is.
TEST(PointLines, AnIntervalHasTheLevelOfItsSeries) {
    PlotModel model = synthetic::sweepModel(1);
    model.series[0].intervalPercent = 90;
    PlotTableModel table;

    EXPECT_TRUE(pointLines(model, {0, 5})[3].startsWith(QStringLiteral("90 % interval: ")));
    table.setPlot(model);
    EXPECT_TRUE(table.toTsv().contains(QStringLiteral("\t90 % interval, low\t")));

    model.series.push_back(model.series[0]);
    model.series[1].intervalPercent = 95;
    table.setPlot(model);
    EXPECT_TRUE(table.toTsv().contains(QStringLiteral("\tInterval, low\tInterval, high")));
}

// Goal: who computes with a copied table reads no powers of ten in it.
TEST(PlotTable, LargeNumbersAreCopiedAsTheyAreWritten) {
    PlotModel model = synthetic::sweepModel(1);
    model.series[0].points[0].y = 1036383330.0;
    PlotTableModel table;
    table.setPlot(model);

    EXPECT_TRUE(table.toCsv().contains(",1036383330,")) << table.toCsv().toStdString();
}

TEST(DescribePlot, NamesAxesSeriesAndExtremes) {
    const QString text = describePlot(synthetic::sweepModel(1));

    EXPECT_TRUE(text.startsWith(QStringLiteral("Chart of Images per second against Decode")));
    EXPECT_TRUE(text.contains(QStringLiteral("Study 1: 8 points, lowest")));
    EXPECT_TRUE(text.contains(QStringLiteral("at 16.")));
}

}  // namespace
}  // namespace throughline::ui
