// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/axis_range.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace throughline::ui {
namespace {

const PlotRange kHome{{0, 100}, {0, 1000}, {0, 10}};

TEST(Place, ValuesThatCannotBeShownHaveNone) {
    EXPECT_TRUE(std::isnan(placeOf(0.0, AxisScale::Logarithmic)));
    EXPECT_TRUE(std::isnan(placeOf(-3.0, AxisScale::Logarithmic)));
    EXPECT_TRUE(std::isnan(placeOf(std::numeric_limits<double>::infinity(), AxisScale::Linear)));
    EXPECT_DOUBLE_EQ(placeOf(1000.0, AxisScale::Logarithmic), 3.0);
    EXPECT_DOUBLE_EQ(placeOf(-3.0, AxisScale::Linear), -3.0);
}

TEST(Place, NinesLieEvenlyAndTheLargestAStepBehindTheLast) {
    const auto nines = [](double percent) { return placeOf(percent, AxisScale::Nines); };

    EXPECT_DOUBLE_EQ(nines(0.0), 0.0);
    EXPECT_NEAR(nines(90.0), 1.0, 1e-9);
    EXPECT_NEAR(nines(99.9), 3.0, 1e-9);
    EXPECT_NEAR(nines(99.99), 4.0, 1e-9);
    EXPECT_DOUBLE_EQ(nines(100.0), 5.0);
    EXPECT_LE(nines(99.99999999), nines(100.0));
    EXPECT_TRUE(std::isnan(nines(100.5)));
    EXPECT_TRUE(std::isnan(nines(-1.0)));
    for (const double percent : {0.0, 50.0, 99.9, 100.0}) {
        EXPECT_NEAR(valueAt(nines(percent), AxisScale::Nines), percent, 1e-9);
    }
}

TEST(FittedSpan, RatesStartAtZeroAndLeaveRoomAbove) {
    const PlotAxis axis{.fromZero = true};

    EXPECT_EQ(fittedSpan(axis, Span{400, 1000}), (Span{0, 1050}));
}

TEST(FittedSpan, NegativeValuesAreNotCutOffByZero) {
    const PlotAxis axis{.fromZero = true};

    EXPECT_LT(fittedSpan(axis, Span{-10, 10}).low, -10.0);
}

TEST(FittedSpan, OneValueAndNoValueHaveRoom) {
    const PlotAxis axis;

    EXPECT_GT(fittedSpan(axis, Span{8, 8}).length(), 1.0);
    EXPECT_GT(fittedSpan(axis, Span{0, 0}).length(), 0.5);
    EXPECT_GT(fittedSpan(axis, std::nullopt).length(), 0.5);
}

TEST(Zoom, TheAnchorStays) {
    const Span span = zoomedSpan({0, 100}, 0.5, 20);

    EXPECT_EQ(span, (Span{10, 60}));
}

TEST(Zoom, StaysWithinHome) {
    EXPECT_EQ(clampedSpan({-20, 40}, {0, 100}), (Span{0, 60}));
    EXPECT_EQ(clampedSpan({70, 130}, {0, 100}), (Span{40, 100}));
    EXPECT_EQ(clampedSpan({-50, 300}, {0, 100}), (Span{0, 100}));
}

TEST(Zoom, HasAShortestSpan) {
    const Span span = clampedSpan({50, 50}, {0, 100});

    EXPECT_GE(span.length(), shortestSpan({0, 100}) * 0.999);
    EXPECT_NEAR(span.middle(), 50.0, 1e-6);
}

TEST(ZoomStack, UndoAndRedoWalkTheJumps) {
    ZoomStack zoom;
    zoom.reset(kHome);
    const PlotRange first{{10, 50}, {0, 1000}, {0, 10}};
    const PlotRange second{{20, 30}, {0, 1000}, {0, 10}};
    EXPECT_TRUE(zoom.change(first, RangeStep::Jump, 0));
    EXPECT_TRUE(zoom.change(second, RangeStep::Jump, 10));

    EXPECT_TRUE(zoom.undo());
    EXPECT_EQ(zoom.current(), first);
    EXPECT_TRUE(zoom.undo());
    EXPECT_TRUE(zoom.isHome());
    EXPECT_FALSE(zoom.undo());
    EXPECT_TRUE(zoom.redo());
    EXPECT_EQ(zoom.current(), first);
}

TEST(ZoomStack, WheelNotchesInARowAreOneStep) {
    ZoomStack zoom;
    zoom.reset(kHome);
    for (int i = 0; i < 5; ++i) {
        PlotRange next = zoom.current();
        next.x = zoomedSpan(next.x, 0.8, 50);
        zoom.change(next, RangeStep::Wheel, i * 100);
    }

    EXPECT_TRUE(zoom.undo());

    EXPECT_TRUE(zoom.isHome());
}

TEST(ZoomStack, NewDataKeepAZoomedViewAndFollowAFittedOne) {
    const PlotRange grown{{0, 200}, {0, 2000}, {0, 10}};
    const PlotRange near{{10, 20}, {100, 200}, {0, 10}};
    ZoomStack fitted;
    fitted.reset(kHome);
    ZoomStack zoomed;
    zoomed.reset(kHome);
    zoomed.change(near, RangeStep::Jump, 0);

    fitted.setHome(grown);
    zoomed.setHome(grown);

    EXPECT_EQ(fitted.current(), grown);
    EXPECT_EQ(zoomed.current(), near);
}

// Goal: a disk that did nothing is seen to have had everything left. Where a share was above 0 its
// own height fills the axis, as ever.
TEST(FittedSpan, AShareThatIsAlwaysZeroIsShownOnTheWholeScale) {
    PlotAxis share{.unit = "%", .fromZero = true};
    EXPECT_EQ(fittedSpan(share, Span{0.0, 0.0}), (Span{0.0, 100.0}));
    EXPECT_LT(fittedSpan(share, Span{0.0, 2.0}).high, 3.0);
    share.unit = "1/s";
    EXPECT_EQ(fittedSpan(share, Span{0.0, 0.0}), (Span{0.0, 1.0}));
}

}  // namespace
}  // namespace throughline::ui
