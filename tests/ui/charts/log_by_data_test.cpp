// SPDX-License-Identifier: GPL-3.0-or-later
// Goal: no curve lies on the zero line because another one is far above it, and nobody who chose a
// scale has another one.
#include "ui/charts/log_by_data.h"

#include <gtest/gtest.h>

namespace throughline::ui {
namespace {

PlotSeries curve(std::initializer_list<double> values) {
    PlotSeries series;
    for (const double value : values) {
        series.points.push_back({.x = static_cast<double>(series.points.size()), .y = value});
    }
    return series;
}

PlotModel modelOf(std::vector<PlotSeries> series) {
    PlotModel model;
    model.y = {.key = "images_per_second", .unit = "1/s", .fromZero = true};
    model.series = std::move(series);
    return model;
}

PlotChoice byData() {
    PlotChoice choice;
    choice.part<LogY>()->logByData = true;
    return choice;
}

bool becomesLog(PlotModel model, const PlotChoice& choice = byData()) {
    scaleByData(model, choice);
    EXPECT_EQ(showsLogY(model, choice), model.y.scale == AxisScale::Logarithmic);
    return model.y.scale == AxisScale::Logarithmic;
}

TEST(LogByData, ACurveOnTheZeroLineMakesTheAxisLogarithmic) {
    EXPECT_TRUE(becomesLog(modelOf({curve({150.0, 300.0}), curve({2470.0, 18000.0})})));
    EXPECT_FALSE(becomesLog(modelOf({curve({150.0, 300.0}), curve({2000.0, 4000.0})})));
    EXPECT_FALSE(becomesLog(modelOf({curve({1.0, 10000.0})}))) << "one curve is read along itself";
    EXPECT_FALSE(becomesLog(modelOf({})));
}

// Goal: the pipeline is no clump at the origin since storage alone has a point far above it.
TEST(LogByData, ACeilingPointMayNotSquashThePipeline) {
    PlotModel model = modelOf({curve({150.0, 300.0}), curve({2400.0})});
    EXPECT_FALSE(becomesLog(model));
    model.series[1].stageAlone = true;
    PlotChoice choice = byData();
    EXPECT_FALSE(becomesLog(model, choice)) << "stages alone are curves like others there";
    choice.part<AlongX>()->fullOnly = true;
    EXPECT_TRUE(becomesLog(model, choice));
    model.series[1].points[0].y = 1400.0;
    EXPECT_FALSE(becomesLog(model, choice)) << "a fifth of the height is enough to be read";
    model.series.erase(model.series.begin());
    EXPECT_FALSE(becomesLog(model, choice)) << "nothing is below it";
}

TEST(LogByData, WhoChoseAScaleHasIt) {
    const PlotModel far = modelOf({curve({300.0}), curve({18000.0})});
    EXPECT_FALSE(becomesLog(far, PlotChoice()));
    PlotChoice chosen = byData();
    chosen.setLogarithmic(false, false);
    EXPECT_FALSE(becomesLog(far, chosen));
    chosen = byData();
    chosen.part<AlongX>()->yAs = YAs::RelativeToFirst;
    EXPECT_FALSE(becomesLog(far, chosen));
}

TEST(LogByData, WhatHasNoPlaceOrNoPowersStaysLinear) {
    PlotModel zeros = modelOf({curve({0.0, 300.0, 0.0}), curve({18000.0, 18000.0})});
    EXPECT_FALSE(becomesLog(zeros)) << "two of five values would be gone";
    PlotModel share = modelOf({curve({1.0}), curve({90.0})});
    share.y.unit = "%";
    EXPECT_FALSE(becomesLog(share));
    PlotModel hidden = modelOf({curve({300.0}), curve({18000.0})});
    hidden.series[1].visible = false;
    EXPECT_FALSE(becomesLog(hidden));
    PlotModel bars = modelOf({curve({300.0}), curve({18000.0})});
    bars.series[0].kind = SeriesKind::Bars;
    EXPECT_FALSE(becomesLog(bars)) << "a bar has a foot";
}

}  // namespace
}  // namespace throughline::ui
