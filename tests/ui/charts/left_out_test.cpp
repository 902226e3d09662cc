// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/left_out.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "tests/ui/charts/synthetic_studies.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/run_filter.h"

namespace throughline::ui {
namespace {

/// Images per second by decode threads.
PlotChoice imagesByThreads() {
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";
    return choice;
}

/// The study with only the runs at these numbers of threads.
std::vector<StudyForPlot> onlyAt(const StudyForPlot& study, const std::set<std::int64_t>& threads) {
    PointIds ids;
    for (const RunForPlot& run : study.runs) {
        if (threads.contains(std::get<std::int64_t>(run.settings.at("decode.threads")))) {
            ids.insert(run.id);
        }
    }
    return filtered({study}, filterTo(ids, {study}));
}

int gapsIn(const PlotModel& model) {
    int gaps = 0;
    for (const PlotSeries& series : model.series) {
        for (const PlotPoint& point : series.points) {
            gaps += std::isnan(point.y) ? 1 : 0;
        }
    }
    return gaps;
}

TEST(LeftOut, ALineBreaksWhereARunLiesBetweenThatIsNotShown) {
    const StudyForPlot study = synthetic::threadStudy(QStringLiteral("s"), 0);
    const BuiltPlot built = plotOfRuns(onlyAt(study, {1, 2, 8}), imagesByThreads());
    ASSERT_EQ(built.model.series.size(), 1U);
    const auto& points = built.model.series.front().points;
    ASSERT_EQ(points.size(), 4U);
    EXPECT_EQ(points[0].x, 1.0);
    EXPECT_EQ(points[1].x, 2.0);
    EXPECT_TRUE(std::isnan(points[2].y)) << "4 threads were measured";
    EXPECT_EQ(points[3].x, 8.0);
    EXPECT_TRUE(built.missing.contains(
        QStringLiteral("Lines break where runs lie between that are not shown.")));
}

TEST(LeftOut, WhatIsShownAsAWholeIsJoinedAndSaysNothing) {
    const StudyForPlot study = synthetic::threadStudy(QStringLiteral("s"), 0);
    for (const auto& studies : {std::vector{study}, onlyAt(study, {2, 4, 8})}) {
        const BuiltPlot built = plotOfRuns(studies, imagesByThreads());
        EXPECT_EQ(gapsIn(built.model), 0);
        EXPECT_TRUE(built.missing.isEmpty()) << built.missing.join(u' ').toStdString();
    }
}

// Two queue depths make two curves, each of which loses its own run.
TEST(LeftOut, OtherCurvesDoNotBreakOne) {
    const StudyForPlot study = synthetic::threadStudy(QStringLiteral("s"), 0, {8, 32});
    PointIds ids;
    for (const RunForPlot& run : study.runs) {
        const bool deep =
            run.settings.at("storage.queue_depth") == spec::SettingValue(std::int64_t{32});
        const bool at_four =
            run.settings.at("decode.threads") == spec::SettingValue(std::int64_t{4});
        if (!(deep && at_four)) {
            ids.insert(run.id);
        }
    }
    const BuiltPlot built =
        plotOfRuns(filtered({study}, filterTo(ids, {study})), imagesByThreads());
    EXPECT_EQ(built.model.series.size(), 2U);
    EXPECT_EQ(gapsIn(built.model), 1);
}

TEST(LeftOut, AllRunsComeBackInTheirOrder) {
    const StudyForPlot study = synthetic::threadStudy(QStringLiteral("s"), 0);
    const auto all = withLeftOut(onlyAt(study, {4}));
    ASSERT_EQ(all.size(), 1U);
    EXPECT_FALSE(hasLeftOut(all));
    ASSERT_EQ(all.front().runs.size(), study.runs.size());
    for (std::size_t i = 0; i < study.runs.size(); ++i) {
        EXPECT_EQ(all.front().runs[i].id, study.runs[i].id);
    }
}

}  // namespace
}  // namespace throughline::ui
