// SPDX-License-Identifier: GPL-3.0-or-later
// Images/s by what the disk did: the chart that people come for.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/ui/charts/synthetic_studies.h"
#include "ui/charts/chart_kinds.h"
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

    ASSERT_EQ(model.series.size(), 2U);
    EXPECT_EQ(model.series[0].points.size(), 4U);
    EXPECT_FALSE(model.series[0].stageAlone);
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
    EXPECT_EQ(model.series[1].name, QStringLiteral("storage alone"));
    ASSERT_EQ(model.series[1].points.size(), 1U) << "and has its place along the disk";
    EXPECT_EQ(model.series[1].points[0].y, 2900.0);
    EXPECT_EQ(model.series[1].points[0].x,
              studies[0].runs[4].metrics.at("disk_utilisation{device=vda}").value);
}

// Goal: what a Quick run shows along the disk is no nameless dot. Method: one thread count, with
// storage and decoding alone, and without any stage alone.
TEST(WholePipeline, OneRunSaysWhatItIs) {
    StudyForPlot quick = synthetic::studyWithCeilings();
    std::erase_if(quick.runs, [](const RunForPlot& run) {
        return run.number != 2 && run.number != 90 && run.number != 92;  // of two threads
    });
    ASSERT_EQ(quick.runs.size(), 3U);
    quick.runs[1].metrics["images_per_second"].value = 25'000.0;
    for (const char* by : {"disk_utilisation", "read_iops"}) {
        const PlotChoice choice = viewAlong(quickViews({quick}), by).choice;
        const BuiltPlot built = plotOfRuns({quick}, choice);
        ASSERT_EQ(built.model.series.size(), 2U) << "decoding alone reads nothing";
        EXPECT_EQ(built.model.series[0].name, QStringLiteral("full pipeline"));
        EXPECT_EQ(built.model.series[0].points[0].label, QStringLiteral("2 threads"));
        EXPECT_EQ(built.model.series[1].name, QStringLiteral("storage alone"));
        EXPECT_TRUE(built.model.series[1].points[0].label.isEmpty()) << "it has no threads";
        EXPECT_EQ(built.missing.filter(QStringLiteral("storage alone")).size(), 0)
            << "it is not missing: " << built.missing.join(u'|').toStdString();
    }
    const PlotChoice choice = viewAlong(quickViews({quick}), "read_iops").choice;
    EXPECT_EQ(buildPlot({quick}, choice, {}, {}).model.y.scale, AxisScale::Logarithmic)
        << "both points can be seen";
    PlotChoice no_lines = choice;
    no_lines.part<AlongX>()->ceilings = false;
    EXPECT_EQ(pointsOf(plotOfRuns({quick}, no_lines).model), 1U) << "nobody wants ceilings";

    quick.runs.resize(1);
    const PlotModel lone = plotOfRuns({quick}, choice).model;
    ASSERT_EQ(lone.series.size(), 1U);
    EXPECT_EQ(lone.series[0].points[0].label, QStringLiteral("2 threads"));
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
