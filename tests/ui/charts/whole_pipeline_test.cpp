// SPDX-License-Identifier: GPL-3.0-or-later
// Images/s by what the disk did: the chart that people come for.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/ui/charts/synthetic_studies.h"
#include "ui/charts/default_choice.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/quick_views.h"

namespace throughline::ui {
namespace {

const QuickView& viewAlong(const std::vector<QuickView>& views, const std::string& id) {
    return *std::ranges::find_if(
        views, [&](const QuickView& view) { return view.choice.x.starts_with(id); });
}

std::size_t pointsOf(const PlotModel& model) {
    std::size_t count = 0;
    for (const PlotSeries& series : model.series) {
        count += series.points.size();
    }
    return count;
}

TEST(WholePipeline, AlongTheDiskOnlyFullRunsArePointsNamedByTheirThreads) {
    const std::vector<StudyForPlot> studies{synthetic::studyWithCeilings()};
    const auto views = quickViews(studies);
    const PlotModel model = plotOfRuns(studies, viewAlong(views, "disk_utilisation").choice).model;

    EXPECT_EQ(pointsOf(model), 4U);
    ASSERT_EQ(model.series.size(), 1U);
    EXPECT_EQ(model.series[0].kind, SeriesKind::Line) << "it grows with the threads";
    QStringList labels;
    for (const PlotPoint& point : model.series[0].points) {
        labels << point.label;
    }
    EXPECT_EQ(labels,
              QStringList({QStringLiteral("1 thread"),
                           QStringLiteral("2 threads"),
                           QStringLiteral("4 threads"),
                           QStringLiteral("8 threads")}))
        << labels.join(u'|').toStdString();
    const bool ceiling =
        std::ranges::any_of(model.levels, [](const PlotLevel& level) { return level.y == 2900.0; });
    EXPECT_TRUE(ceiling) << "storage alone stays as a line";
}

// Goal: a point says what was set only where that was used. Method: stages alone beside the whole
// pipeline; storage alone decodes nothing, whatever its settings say.
TEST(WholePipeline, StorageAloneIsNotNamedByThreadsThatItDoesNotHave) {
    const std::vector<StudyForPlot> studies{synthetic::studyWithCeilings()};
    PlotChoice choice = viewAlong(quickViews(studies), "disk_utilisation").choice;
    choice.part<AlongX>()->fullOnly = false;
    int named = 0;
    int alone = 0;
    for (const PlotSeries& series : plotOfRuns(studies, choice).model.series) {
        for (const PlotPoint& point : series.points) {
            const bool is_storage = point.id == studies[0].runs[4].id;
            ASSERT_EQ(studies[0].runs[4].number, 90);
            alone += is_storage ? 1 : 0;
            named += point.label.isEmpty() ? 0 : 1;
            EXPECT_TRUE(!is_storage || point.label.isEmpty()) << point.label.toStdString();
        }
    }
    EXPECT_EQ(alone, 1);
    EXPECT_GE(named, 4) << "decoding and the whole pipeline have them";
}

TEST(WholePipeline, AlongASettingTheStagesAloneAreCurves) {
    PlotChoice choice;
    choice.x = "decode.threads";
    leaveOutStagesAlone(choice);
    EXPECT_FALSE(choice.part<AlongX>()->fullOnly);
    choice.x = "read_iops{device=vda}";
    leaveOutStagesAlone(choice);
    EXPECT_TRUE(choice.part<AlongX>()->fullOnly);

    const std::vector<StudyForPlot> studies{synthetic::studyWithCeilings()};
    const PlotModel model =
        plotOfRuns(studies, viewAlong(quickViews(studies), "decode.threads").choice).model;
    EXPECT_GT(model.series.size(), 1U);
    for (const PlotSeries& series : model.series) {
        EXPECT_TRUE(series.points.front().label.isEmpty()) << "the axis says it";
    }
}

}  // namespace
}  // namespace throughline::ui
