// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_choice.h"

#include <gtest/gtest.h>

namespace throughline::ui {
namespace {

PlotChoice speedUp() {
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";
    RunsChart runs;
    runs.y2 = "read_iops";
    runs.colourBy = "storage.reader";
    runs.logX = true;
    runs.yAs = YAs::RelativeToFirst;
    runs.goal = 900.0;
    choice.chart = runs;
    return choice;
}

TEST(PlotChoice, KeepsAsAnotherKindWhatBothHave) {
    const PlotChoice samples = ofKind(speedUp(), PointsOf::Samples);

    EXPECT_EQ(samples.points(), PointsOf::Samples);
    EXPECT_EQ(samples.part<SecondY>()->y2, "read_iops");
    EXPECT_EQ(samples.part<ColourBy>()->colourBy, "storage.reader");
    EXPECT_EQ(samples.part<LevelsShown>()->goal, 900.0);
    EXPECT_FALSE(samples.has<AlongX>());
    EXPECT_FALSE(ofKind(samples, PointsOf::Map).has<SecondY>());
}

TEST(PlotChoice, ComesBackFromOtherKindsAsItWas) {
    ChartParts before;
    PlotChoice choice = ofKind(speedUp(), PointsOf::Map, before);
    choice.part<MapRows>()->rows = "storage.queue_depth";
    choice = ofKind(choice, PointsOf::Percentiles, before);
    EXPECT_TRUE(choice.part<LogY>()->logY);

    EXPECT_EQ(ofKind(choice, PointsOf::Runs, before), speedUp());
    EXPECT_EQ(ofKind(choice, PointsOf::Map, before).part<MapRows>()->rows, "storage.queue_depth");
}

TEST(PlotChoice, HasTheAxesOfAnotherWhereAllThatIsAlongThemIsTheSame) {
    PlotChoice marked = speedUp();
    marked.part<MarkerBy>()->markerBy = "format";
    PlotChoice absolute = speedUp();
    absolute.part<AlongX>()->yAs = YAs::Value;

    EXPECT_TRUE(haveSameAxes(speedUp(), marked));
    EXPECT_FALSE(haveSameAxes(speedUp(), absolute));
    EXPECT_FALSE(haveSameAxes(speedUp(), ofKind(speedUp(), PointsOf::Samples)));
}

}  // namespace
}  // namespace throughline::ui
