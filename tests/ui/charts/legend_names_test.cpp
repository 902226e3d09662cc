// SPDX-License-Identifier: GPL-3.0-or-later
// What legends say of the curves of several studies, and what they say once for all of them.
#include <gtest/gtest.h>

#include <QSet>
#include <set>
#include <tuple>
#include <utility>

#include "tests/ui/charts/synthetic_studies.h"
#include "ui/charts/curves.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/study_views.h"
#include "ui/plot/page_legend.h"
#include "ui/plot/plot_legend.h"

namespace throughline::ui {
namespace {

PlotChoice ratesByThreads() {
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";
    return choice;
}

/// Six runs of one network and tool that differ in their label, whose end tells them apart.
StudyForPlot publishedStudy() {
    StudyForPlot study;
    study.uuid = QStringLiteral("uuid-paper");
    study.title = QStringLiteral("A paper on input pipelines");
    study.origin = record::Origin::Published;
    for (int i = 0; i < 6; ++i) {
        RunForPlot run;
        run.id = 9000 + i;
        run.number = i + 1;
        run.settings["decode.threads"] = std::int64_t{4};
        run.settings["tool"] = std::string("tf_cnn_benchmarks");
        run.settings["model"] = std::string("resnet50_v1");
        run.settings["phase"] = std::string("training");
        run.settings["label"] = "settings of the laboratory, run " + std::to_string(i) +
                                (i % 2 == 0 ? " with XLA" : " without XLA");
        run.metrics["images_per_second"] = {.value = 500.0 + i};
        study.runs.push_back(std::move(run));
    }
    return study;
}

// Goal: what tells curves apart is read, though beside them stands a study that says less of its
// runs, so that nothing is common to all. Method: the entries of a narrow legend.
TEST(LegendNames, WhatTheCurvesOfAStudyShareIsSaidOnceBelowItsTitle) {
    const BuiltPlot built = plotOfRuns(
        {synthetic::threadStudy(QStringLiteral("Own"), 0), publishedStudy()}, ratesByThreads());
    ASSERT_EQ(built.model.series.size(), 7U);
    EXPECT_TRUE(built.model.legendNote.isEmpty()) << built.model.legendNote.toStdString();

    PlotLegend legend;
    legend.resize(230, 600);
    legend.show();
    legend.setModelSeries(built.model);
    QSet<QString> entries;
    for (int s = 1; s < 7; ++s) {
        const QString text = legend.entry(s)->text();
        EXPECT_FALSE(text.contains(QStringLiteral("resnet50"))) << text.toStdString();
        EXPECT_FALSE(text.contains(QStringLiteral("tf_cnn"))) << text.toStdString();
        EXPECT_TRUE(legend.entry(s)->toolTip().contains(QStringLiteral("resnet50")))
            << "the whole name is one look away";
        entries.insert(text);
    }
    EXPECT_EQ(entries.size(), 6) << "no two look the same";
    const int head = legend.row(legend.entry(1)) - 2;
    EXPECT_TRUE(legend.item(head)->toolTip().contains(QStringLiteral("A paper on")));
    EXPECT_TRUE(legend.item(head + 1)->toolTip().startsWith(QStringLiteral("Unless stated")));
    EXPECT_TRUE(legend.item(head + 1)->toolTip().contains(QStringLiteral("resnet50")));
    EXPECT_TRUE(legend.seriesOf(legend.item(head + 1)).empty()) << "it is no curve";
}

/// A run of each way to data that are far away.
StudyForPlot threeWays() {
    StudyForPlot study = synthetic::threadStudy(QStringLiteral("Ways"), 0);
    RunForPlot run = study.runs.front();
    study.runs.clear();
    for (const auto& [kind, fill] :
         {std::pair("none", "reads"), std::pair("disk", "reads"), std::pair("disk", "before")}) {
        run.id += 1;
        run.number += 1;
        run.settings["dataset.path"] = std::string("s3://data/one");
        run.settings["cache.kind"] = std::string(kind);
        run.settings["cache.fill"] = std::string(fill);
        run.metrics["time_to_first_batch"] = {.value = 0.5};
        run.metrics["epoch_seconds{epoch=1}"] = {.value = 10.0};
        run.metrics["epoch_seconds{epoch=2}"] = {.value = 2.0};
        study.runs.push_back(run);
    }
    return study;
}

// Goal: the three ways to data that are far away have names that people use, not two settings each.
TEST(LegendNames, TheThreeWaysAreNamedAsPeopleDo) {
    const StudyForPlot study = threeWays();
    const std::vector<std::string> both{"cache.kind", "cache.fill"};
    EXPECT_EQ(nameOfRun(study.runs[0], both), QStringLiteral("streamed"));
    EXPECT_EQ(nameOfRun(study.runs[1], both), QStringLiteral("through a cache"));
    EXPECT_EQ(nameOfRun(study.runs[2], both), QStringLiteral("copied first"));
    EXPECT_EQ(nameOfRun(study.runs[1], {"cache.kind"}), QStringLiteral("a cache on a disk"));
}

// Goal: one legend holds for all charts of the three ways, also where they are bars.
TEST(LegendNames, TheThreeWaysHaveTheSameColoursInAllCharts) {
    const auto view = studyViewNamed(QStringLiteral("copy-stream-cache"));
    ASSERT_TRUE(view);
    using Look = std::tuple<QString, int, int>;
    std::set<std::set<Look>> looks;
    int charts = 0;
    for (const PlotChoice& choice : view->choices()) {
        if (choice.y != "time_to_first_batch" && choice.y != "epoch_seconds") {
            continue;
        }
        const BuiltPlot built = plotOfRuns({threeWays()}, choice);
        std::set<Look> found;
        for (const PlotSeries& series : built.model.series) {
            found.emplace(series.curve, series.colourSlot, series.tint);
        }
        EXPECT_EQ(found.size(), 3) << choice.y;
        looks.insert(found);
        ++charts;
    }
    EXPECT_EQ(charts, 2);
    EXPECT_EQ(looks.size(), 1) << "a way looks the same in all of them";
}

TEST(LegendNames, AnExportedPageSaysWhatItsLabelsLeaveOut) {
    const BuiltPlot built = plotOfRuns(
        {synthetic::threadStudy(QStringLiteral("Own"), 0), publishedStudy()}, ratesByThreads());
    const QString note = legendOf(built.model, true).note;
    EXPECT_TRUE(note.contains(QStringLiteral("A paper on"))) << note.toStdString();
    EXPECT_TRUE(note.contains(QStringLiteral("resnet50"))) << note.toStdString();
    EXPECT_EQ(note.count(QStringLiteral("Unless stated")), 1) << note.toStdString();
}

// Goal: whose curves they are is said where several studies are plotted, though others have no
// point in this chart.
TEST(LegendNames, CurvesNameTheirStudyWhereOthersHaveNoPoint) {
    StudyForPlot none = publishedStudy();
    for (RunForPlot& run : none.runs) {
        run.metrics.clear();
    }
    const BuiltPlot built = plotOfRuns({synthetic::studyWithCeilings(), none}, ratesByThreads());
    ASSERT_EQ(built.model.series.size(), 2U);
    for (const PlotSeries& series : built.model.series) {
        EXPECT_EQ(series.head, synthetic::studyWithCeilings().title);
        EXPECT_TRUE(series.name.startsWith(series.head)) << series.name.toStdString();
    }
}

}  // namespace
}  // namespace throughline::ui
