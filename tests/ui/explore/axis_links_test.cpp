// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/axis_links.h"

#include <gtest/gtest.h>

namespace throughline::ui {
namespace {

PlotModel overThreads(std::initializer_list<double> threads) {
    PlotModel model;
    model.x = {.key = "decode.threads",
               .title = QStringLiteral("Decode threads"),
               .integral = true,
               .marks = threads};
    model.series.resize(1);
    for (const double one : threads) {
        model.series[0].points.push_back({.x = one, .y = 100.0 * one});
    }
    return model;
}

std::vector<double> ticksOf(PlotView& view) {
    std::vector<double> places;
    for (const Tick& tick : view.plotLayout().x.ticks) {
        places.push_back(tick.place);
    }
    return places;
}

// Goal: charts in step name the same places along x, those that either has something at.
TEST(AxisLinksTest, TicksStandAtTheMarksOfAllLinkedCharts) {
    PlotView few;
    PlotView many;
    few.resize(900, 300);
    many.resize(900, 300);
    few.setModel(overThreads({1, 2, 4}));
    many.setModel(overThreads({1, 8, 16}));
    EXPECT_EQ(ticksOf(few), (std::vector<double>{1, 2, 4}));
    AxisLinks links;
    links.setPlots({&few, &many}, true);
    EXPECT_EQ(ticksOf(few), (std::vector<double>{1, 2, 4, 8, 16}));
    EXPECT_EQ(ticksOf(many), ticksOf(few));

    PlotModel unmarked = overThreads({1, 8, 16});
    unmarked.x.marks.clear();  // ticks at round numbers
    many.setModel(unmarked);
    links.join();
    EXPECT_EQ(ticksOf(few), ticksOf(many));

    PlotModel other = overThreads({1, 8, 16});
    other.x.key = "queue_depth";
    many.setModel(other);
    links.join();
    EXPECT_EQ(ticksOf(few), (std::vector<double>{1, 2, 4})) << "no longer linked";
}

}  // namespace
}  // namespace throughline::ui
