// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/members.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/ui/charts/synthetic_studies.h"
#include "ui/charts/chart_kinds.h"
#include "ui/charts/missing_count.h"
#include "ui/charts/study_views.h"

namespace throughline::ui {
namespace {

/// Runs whose GPUs were each so busy.
StudyForPlot gpuStudy(const QString& title, int slot, int gpus) {
    StudyForPlot study = synthetic::threadStudy(title, slot);
    for (RunForPlot& run : study.runs) {
        for (int gpu = 0; gpu < gpus; ++gpu) {
            run.metrics["gpu_utilisation{gpu=" + std::to_string(gpu) + "}"] = {
                .value = 50.0 + gpu, .low = {}, .high = {}};
        }
    }
    return study;
}

PlotChoice choiceOf(const char* y, PointsOf points = PointsOf::Runs) {
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = y;
    choice.chart = chartOf(points);
    return choice;
}

QStringList namesIn(const PlotModel& model) {
    QStringList names;
    for (const PlotSeries& series : model.series) {
        names << series.name;
    }
    return names;
}

TEST(MemberKeys, AreInTheOrderOfTheirNumbers) {
    RunForPlot run;
    for (const char* device : {"nvme10n1", "nvme2n1", "nvme2n1p1", "sda"}) {
        run.metrics[std::string("read_iops{device=") + device + "}"] = {};
    }

    EXPECT_EQ(memberKeys(run, "read_iops"),
              (std::vector<std::string>{"read_iops{device=nvme2n1}",
                                        "read_iops{device=nvme2n1p1}",
                                        "read_iops{device=nvme10n1}",
                                        "read_iops{device=sda}"}));
    EXPECT_EQ(memberKeys(run, "read_iops{device=sda}"),
              std::vector<std::string>{"read_iops{device=sda}"});
    EXPECT_EQ(memberKeys(run, "write_iops"), std::vector<std::string>{"write_iops"});
}

TEST(PlotOfRuns, EachNodeHasItsBarsAndTheOneThatHoldsTheOthersBackIsMarked) {
    const StudyForPlot study = synthetic::nodeStudy();
    const StudyView view = studyViewNamed(QStringLiteral("nodes")).value();
    const auto choices = view.choicesWith({study});
    const auto each = std::ranges::find_if(choices, [](const PlotChoice& one) {
        return one.has<RunsChart>() && one.y == "images_per_second{node}";
    });
    ASSERT_NE(each, choices.end());

    const BuiltPlot built = plotOfRuns({study}, *each);

    EXPECT_EQ(namesIn(built.model),
              QStringList({QStringLiteral("n1"),
                           QStringLiteral("n2"),
                           QStringLiteral("n3 (holds the others back)"),
                           QStringLiteral("n4")}));
    EXPECT_EQ(built.model.series.front().kind, SeriesKind::Bars);
    EXPECT_EQ(built.model.series.front().points.size(), 3U);
    EXPECT_TRUE(built.model.series[2].points.back().note.contains(
        QStringLiteral("It holds the other nodes back.")));
    EXPECT_TRUE(built.missing.isEmpty()) << built.missing.join(u' ').toStdString();
}

// Goal: among many nodes the one that matters is not left out. Method: 40, of which the last is it.
TEST(PlotOfRuns, OfManyNodesTheOneThatHoldsTheOthersBackIsAlwaysDrawn) {
    StudyForPlot study = synthetic::nodeStudy();
    RunForPlot& run = study.runs.back();
    for (int node = 5; node <= 40; ++node) {
        run.metrics["images_per_second{node=n" + std::to_string(node) + "}"] = {.value = 900.0};
    }
    run.straggler = "n40";
    PlotChoice choice = choiceOf("images_per_second{node}");
    choice.x = "node_count";

    const QStringList names = namesIn(plotOfRuns({study}, choice).model);

    EXPECT_EQ(names.size(), static_cast<qsizetype>(kMemberCurvesMax) + 1);
    EXPECT_EQ(names.back(), QStringLiteral("n40 (holds the others back)"));
    choice.chart = chartOf(PointsOf::Samples);
    EXPECT_TRUE(sampleKeysOf(run, choice).contains("images_per_second{node=n40}"));
}

TEST(PlotOfRuns, AQuantityOfSeveralGpusHasACurveForEach) {
    const BuiltPlot built =
        plotOfRuns({gpuStudy(QStringLiteral("A"), 0, 3)}, choiceOf("gpu_utilisation"));

    EXPECT_EQ(
        namesIn(built.model),
        (QStringList{QStringLiteral("GPU 0"), QStringLiteral("GPU 1"), QStringLiteral("GPU 2")}));
    EXPECT_EQ(built.model.y.title, QStringLiteral("GPU utilisation"));
    std::set<std::pair<int, MarkerShape>> looks;
    for (const PlotSeries& series : built.model.series) {
        EXPECT_EQ(series.points.size(), 4U);
        looks.insert({series.tint, series.marker});
    }
    EXPECT_EQ(looks.size(), 3U) << "each looks like no other";
    EXPECT_EQ(built.model.series.front().tint, 0) << "the study's own colour";
    EXPECT_TRUE(built.missing.isEmpty()) << built.missing.join(u' ').toStdString();
}

TEST(PlotOfRuns, ADeviceThatOnlyOneOfTheStudiesHasIsNotMissing) {
    StudyForPlot two = synthetic::threadStudy(QStringLiteral("Two"), 0, {32}, "vda");
    for (RunForPlot& run : two.runs) {
        run.metrics["read_iops{device=vdb}"] = {.value = 1.0, .low = {}, .high = {}};
    }
    StudyForPlot none = synthetic::threadStudy(QStringLiteral("None"), 2);
    for (RunForPlot& run : none.runs) {
        run.metrics.erase("read_iops{device=vda}");
    }

    const BuiltPlot built =
        plotOfRuns({two, synthetic::threadStudy(QStringLiteral("Other"), 1, {32}, "nvme0n1"), none},
                   choiceOf("read_iops"));

    EXPECT_EQ(namesIn(built.model),
              (QStringList{QStringLiteral("Two \u00B7 vda"),
                           QStringLiteral("Two \u00B7 vdb"),
                           QStringLiteral("Other \u00B7 nvme0n1")}));
    ASSERT_EQ(built.missing.size(), 1) << built.missing.join(u'\n').toStdString();
    EXPECT_TRUE(built.missing[0].startsWith(QStringLiteral("4 of 12 runs (None): no read IOPS (")))
        << built.missing[0].toStdString();
}

TEST(PlotOfRuns, MoreCurvesThanCanBeToldApartAreLeftOutByName) {
    const BuiltPlot built =
        plotOfRuns({gpuStudy(QStringLiteral("A"), 0, 18)}, choiceOf("gpu_utilisation"));

    ASSERT_EQ(built.model.series.size(), kMemberCurvesMax);
    EXPECT_EQ(built.model.series.back().name, QStringLiteral("GPU 15"));
    ASSERT_EQ(built.missing.size(), 1);
    EXPECT_TRUE(built.missing[0].contains(QStringLiteral("left out: GPU 16; GPU 17.")))
        << built.missing[0].toStdString();
}

TEST(PlotOfRuns, TheSameDeviceOnBothAxesLooksTheSame) {
    StudyForPlot study = synthetic::threadStudy(QStringLiteral("A"), 0);
    for (RunForPlot& run : study.runs) {
        run.metrics["read_iops{device=vdb}"] = {.value = 3.0, .low = {}, .high = {}};
        run.metrics["disk_utilisation{device=vdb}"] = {.value = 4.0, .low = {}, .high = {}};
    }
    PlotChoice choice = choiceOf("disk_utilisation");
    choice.part<SecondY>()->y2 = "read_iops";

    const auto& series = plotOfRuns({study}, choice).model.series;

    ASSERT_EQ(series.size(), 4U);
    EXPECT_EQ(series[2].name, QStringLiteral("vdb"));
    EXPECT_EQ(series[3].name, QStringLiteral("vdb, Read IOPS"));
    EXPECT_TRUE(series[3].onSecondAxis);
    EXPECT_EQ(series[2].tint, series[3].tint);
    EXPECT_NE(series[0].tint, series[2].tint);
}

TEST(PlotOfTrend, FollowsEachDevice) {
    StudyForPlot study = gpuStudy(QStringLiteral("A"), 0, 2);
    double start = 1.7e9;
    for (RunForPlot& run : study.runs) {
        run.startedAt = start += 60.0;
        run.settings["decode.threads"] = std::int64_t{4};
    }
    PlotChoice choice = choiceOf("gpu_utilisation");
    choice.x = kStartKey;

    const BuiltPlot built = plotOfRuns({study}, choice);

    EXPECT_EQ(namesIn(built.model),
              (QStringList{QStringLiteral("GPU 0"), QStringLiteral("GPU 1")}));
    EXPECT_EQ(built.model.series.front().points.size(), 4U);
}

TEST(PlotOfSamples, ShowsEachGpuOfARunAndAHiddenRunOnce) {
    const StudyForPlot study = gpuStudy(QStringLiteral("A"), 0, 2);
    const PlotChoice choice = choiceOf("gpu_utilisation", PointsOf::Samples);
    const RunForPlot& run = study.runs[1];
    EXPECT_EQ(sampleKeysOf(run, choice),
              (std::set<std::string>{"gpu_utilisation{gpu=0}", "gpu_utilisation{gpu=1}"}));
    SampleCache samples;
    for (const std::string& key : sampleKeysOf(run, choice)) {
        samples[{run.id, key}] = synthetic::samplesOf(50.0);
    }

    const BuiltPlot built = plotOfSamples({study}, choice, samples, {run.id});

    ASSERT_EQ(built.model.series.size(), 5U) << "three runs that are not ticked";
    int drawn = 0;
    for (const PlotSeries& series : built.model.series) {
        EXPECT_EQ(series.visible, series.run == run.id);
        EXPECT_EQ(series.member.isEmpty(), series.run != run.id);
        drawn += series.points.empty() ? 0 : 1;
    }
    EXPECT_EQ(drawn, 2);
    EXPECT_EQ(built.model.series[1].name, QStringLiteral("run 2, 2 threads, GPU 0"));
    EXPECT_NE(built.model.series[1].tint, built.model.series[2].tint);
    EXPECT_EQ(built.model.series[1].label, QStringLiteral("GPU 0")) << "the run is named once";
    EXPECT_EQ(built.model.legendNote, QStringLiteral("Of run 2, 2 threads"));
    EXPECT_TRUE(built.model.series[0].label.isEmpty());

    const BuiltPlot two = plotOfSamples({study}, choice, samples, {run.id, study.runs[0].id});
    EXPECT_TRUE(two.model.legendNote.isEmpty());
    EXPECT_TRUE(two.model.series[2].label.isEmpty());
}

TEST(Completed, AHeatMapIsOfOneDevice) {
    const PlotChoice choice = completed(choiceOf("gpu_utilisation", PointsOf::Map),
                                        {gpuStudy(QStringLiteral("A"), 0, 2)});

    EXPECT_EQ(choice.y, "gpu_utilisation{gpu=0}");
}

// Goal: what a run lacks on x is missing in the curve of each of its devices, and told once.
TEST(MissingCount, ARunCountsOnceForEachSentence) {
    MissingCount missing;
    const QString what = QStringLiteral("no x");
    missing.add(what, 7);
    missing.add(what, 7);
    EXPECT_EQ(missing.sentences(1, {}), QStringList{QStringLiteral("The run: no x.")});
    EXPECT_EQ(missing.sentences(3, {}), QStringList{QStringLiteral("1 of 3 runs: no x.")});
    missing.add(what, 8);
    EXPECT_EQ(missing.sentences(3, {}), QStringList{QStringLiteral("2 of 3 runs: no x.")});
}

// Goal: of several studies a note says which it is about, unless it is about all.
TEST(MissingCount, NamesTheStudiesThatANoteIsAbout) {
    const std::vector<StudyForPlot> studies{gpuStudy(QStringLiteral("mine.json"), 0, 1),
                                            gpuStudy(QStringLiteral("photos"), 1, 1)};
    MissingCount missing;
    const QString what = QStringLiteral("no x");
    missing.add(what, studies[0].runs.front().id);
    EXPECT_EQ(missing.sentences(8, studies),
              QStringList{QStringLiteral("1 of 8 runs (mine.json): no x.")});
    EXPECT_EQ(missing.sentences(8, {studies[0]}),
              QStringList{QStringLiteral("1 of 8 runs: no x.")});
    missing.add(what, studies[1].runs.front().id);
    EXPECT_EQ(missing.sentences(8, studies), QStringList{QStringLiteral("2 of 8 runs: no x.")});
}

}  // namespace
}  // namespace throughline::ui
