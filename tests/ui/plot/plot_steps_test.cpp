// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_steps.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/ui/plot/synthetic_model.h"

namespace throughline::ui {
namespace {

struct Chart {
    std::vector<PlacedSeries> placed;
    PlotMap map;

    explicit Chart(const PlotModel& model)
        : placed(placedSeries(model)), map{QRectF(0, 0, 800, 400), homeRange(model, placed)} {}
    std::optional<PointRef> step(std::optional<PointRef> from, PointStep step) const {
        return steppedTo(placed, map, from, step);
    }
    /// All points that the steps lead to.
    std::set<std::pair<std::size_t, std::size_t>> reached() const {
        std::set<std::pair<std::size_t, std::size_t>> known;
        std::vector<PointRef> open{step(std::nullopt, PointStep::Next).value_or(PointRef{99, 99})};
        while (!open.empty()) {
            const PointRef at = open.back();
            open.pop_back();
            if (!known.insert({at.series, at.point}).second) {
                continue;
            }
            for (const PointStep how :
                 {PointStep::Next, PointStep::Previous, PointStep::Above, PointStep::Below}) {
                if (const auto next = step(at, how)) {
                    open.push_back(*next);
                }
            }
        }
        return known;
    }
};

TEST(PlotSteps, LeftAndRightStayOnTheCurveAndEndWithIt) {
    const Chart chart(synthetic::sweepModel(2));
    std::optional<PointRef> at = chart.step(std::nullopt, PointStep::Next);
    ASSERT_EQ(at, (PointRef{0, 0}));
    for (std::size_t p = 1; p < 8; ++p) {
        at = chart.step(at, PointStep::Next);
        ASSERT_EQ(at, (PointRef{0, p}));
    }
    EXPECT_FALSE(chart.step(at, PointStep::Next));
    EXPECT_EQ(chart.step(at, PointStep::Previous), (PointRef{0, 6}));
    EXPECT_EQ(chart.step(at, PointStep::First), (PointRef{0, 0}));
    EXPECT_EQ(chart.step(PointRef{0, 2}, PointStep::Last), (PointRef{0, 7}));
}

TEST(PlotSteps, UpAndDownGoToTheCurveThatIsSeenThere) {
    const Chart chart(synthetic::sweepModel(3));  // each above the one before
    EXPECT_EQ(chart.step(PointRef{0, 3}, PointStep::Above), (PointRef{1, 3}));
    EXPECT_EQ(chart.step(PointRef{2, 3}, PointStep::Below), (PointRef{1, 3}));
    EXPECT_FALSE(chart.step(PointRef{0, 3}, PointStep::Below));
}

TEST(PlotSteps, APageIsAPartOfTheViewAndAPointAtLeast) {
    const Chart dense(synthetic::timeModel(1, 10'001));
    EXPECT_NEAR(
        static_cast<double>(dense.step(PointRef{0, 0}, PointStep::PageOn)->point), 2'200.0, 5.0);
    EXPECT_EQ(dense.step(PointRef{0, 10'000}, PointStep::PageOn), std::nullopt);
    const Chart sparse(synthetic::sweepModel(1));
    EXPECT_EQ(sparse.step(PointRef{0, 6}, PointStep::PageOn), (PointRef{0, 7}));
    EXPECT_EQ(sparse.step(PointRef{0, 7}, PointStep::PageBack), (PointRef{0, 6}));
}

// Goal: no point is out of the keyboard's reach, in any kind of chart, however many there are.
TEST(PlotSteps, EveryPointIsReached) {
    EXPECT_EQ(Chart(synthetic::sweepModel(3)).reached().size(), 24U);
    EXPECT_EQ(Chart(synthetic::timeModel(1, 2'000)).reached().size(), 2'000U);

    PlotModel cloud = synthetic::sweepModel(1);
    cloud.series[0].kind = SeriesKind::Points;
    cloud.series[0].points = {
        {.x = 3, .y = 1}, {.x = 1, .y = 5}, {.x = 3, .y = 1}, {.x = 1, .y = 2}};
    const Chart scattered(cloud);
    EXPECT_EQ(scattered.reached().size(), 4U);
    EXPECT_EQ(scattered.step(std::nullopt, PointStep::Next), (PointRef{0, 3}))
        << "leftmost, lowest";

    PlotModel map;
    map.x.categories = {QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("4")};
    map.y.categories = {QStringLiteral("io_uring"), QStringLiteral("pread")};
    map.z = synthetic::imagesAxis();
    map.series.resize(1);
    map.series[0].kind = SeriesKind::Cells;
    for (const auto& [x, y] : {std::pair(0, 0), {1, 0}, {2, 0}, {1, 1}, {2, 1}}) {
        map.series[0].points.push_back({.x = double(x), .y = double(y), .z = 1.0});
    }
    const Chart cells(map);
    EXPECT_EQ(cells.reached().size(), 5U);
    EXPECT_FALSE(cells.step(PointRef{0, 2}, PointStep::Next)) << "the row ends";
    EXPECT_EQ(cells.step(PointRef{0, 1}, PointStep::Above), (PointRef{0, 3}));
}

TEST(PlotSteps, BeginsInViewAndPassesGapsAndHiddenCurves) {
    PlotModel model = synthetic::sweepModel(2);
    model.series[0].visible = false;
    model.series[1].points[4].y = kNoNumber;
    Chart chart(model);
    chart.map.range.x = {2.5, 20.0};

    EXPECT_EQ(chart.step(std::nullopt, PointStep::Next), (PointRef{1, 2}));
    EXPECT_EQ(chart.step(PointRef{1, 3}, PointStep::Next), (PointRef{1, 5}));
    EXPECT_FALSE(chart.step(PointRef{1, 3}, PointStep::Below));
}

}  // namespace
}  // namespace throughline::ui
