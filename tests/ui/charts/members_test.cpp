// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/members.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/ui/charts/synthetic_studies.h"
#include "ui/charts/chart_kinds.h"
#include "ui/charts/drawn_runs.h"
#include "ui/charts/folded_samples.h"
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

/// 1, 2 and 64 nodes, of which n3 is slow and n40 holds the others back.
StudyForPlot manyNodes() {
    StudyForPlot study = synthetic::nodeStudy();
    RunForPlot& run = study.runs.back();
    run.settings["node_count"] = std::int64_t{64};
    run.settings["dataset.nodes"] = std::int64_t{64};
    for (int node = 5; node <= 64; ++node) {
        run.metrics["images_per_second{node=n" + std::to_string(node) + "}"] = {.value = 900.0 +
                                                                                         node % 5};
    }
    run.straggler = "n40";
    return study;
}

/// The one whose name ends so.
const PlotSeries* seriesOf(const PlotModel& model, const char* name) {
    const auto at = std::ranges::find_if(model.series, [name](const PlotSeries& series) {
        return series.name.endsWith(QLatin1String(name));
    });
    return at == model.series.end() ? nullptr : &*at;
}

// Goal: of 64 nodes a chart says what they are like, and who stands out by name. Method: one that
// is slow, and one that the record says holds the others back though it is as fast.
TEST(PlotOfRuns, ManyNodesAreTheLeastTheMedianAndTheMostAndThoseThatStandOut) {
    const StudyForPlot study = manyNodes();
    PlotChoice choice = choiceOf("images_per_second{node}");
    choice.x = "node_count";

    const BuiltPlot built = plotOfRuns({study}, choice);

    EXPECT_EQ(namesIn(built.model),
              QStringList({QStringLiteral("least"),
                           QStringLiteral("median"),
                           QStringLiteral("most"),
                           QStringLiteral("n3"),
                           QStringLiteral("n40 (holds the others back)")}));
    const auto& least = built.model.series[0].points;
    ASSERT_EQ(least.size(), 3U) << "runs of few nodes, too";
    EXPECT_EQ(least[2].y, 580.0);
    EXPECT_TRUE(least[2].note.contains(QStringLiteral("The least of 64: that of n3.")))
        << least[2].note.toStdString();
    EXPECT_EQ(built.model.series[1].points[2].y, 902.0);
    EXPECT_EQ(built.model.series[2].points[2].y, 920.0);
    EXPECT_EQ(built.model.series[3].points.size(), 1U);
    std::set<std::pair<int, MarkerShape>> looks;
    for (const PlotSeries& series : built.model.series) {
        looks.insert({series.tint, series.marker});
    }
    EXPECT_EQ(looks.size(), 5U) << "each looks like no other";
    ASSERT_EQ(built.missing.size(), 1) << built.missing.join(u'\n').toStdString();
    EXPECT_TRUE(built.missing[0].endsWith(
        QStringLiteral("has up to 64 curves a run: of all of them the least, the median and the "
                       "most are drawn, and by name what stands out: n3, n40.")))
        << built.missing[0].toStdString();
}

TEST(PlotOfRuns, OfManyThatAreAlikeNoneIsNamed) {
    StudyForPlot study = manyNodes();
    study.runs.back().metrics["images_per_second{node=n3}"].value = 902.0;
    study.runs.back().straggler.clear();

    PlotChoice choice = choiceOf("images_per_second{node}");
    choice.x = "node_count";

    const BuiltPlot built = plotOfRuns({study}, choice);

    EXPECT_EQ(built.model.series.size(), 3U);
    EXPECT_TRUE(built.missing.join(u' ').contains(QStringLiteral("None stands out.")));
}

// Goal: of runs on 1, 2 and 64 nodes a chart over time shows the one of 64 before anybody chose.
TEST(DrawnRuns, TheRunOfTheMostNodesIsAmongThoseDrawnFirst) {
    StudyForPlot study = manyNodes();
    for (const int nodes : {8, 12}) {  // which would take all the room before it
        RunForPlot run = study.runs.back();
        std::erase_if(run.metrics, [nodes](const auto& one) {
            const std::string& key = one.first;
            return key.find("{node=n") != std::string::npos &&
                   std::stoi(key.substr(key.find("=n") + 2)) > nodes;
        });
        run.id = run.number = 100 + nodes;
        study.runs.insert(study.runs.begin(), std::move(run));
    }
    const ExploreState state{
        .charts = {{.choice = choiceOf("images_per_second{node}", PointsOf::Samples)}}};

    const PointIds drawn = drawnRuns(state, {study});

    EXPECT_TRUE(drawn.contains(study.runs.back().id));
    EXPECT_GT(drawn.size(), 1U) << "and others, as far as there is room";
}

// Goal: over time, too, each of 64 nodes counts. Method: samples of each, of which one is late.
TEST(PlotOfSamples, ManyNodesAreFoldedAtEachTime) {
    const StudyForPlot study = manyNodes();
    const RunForPlot& run = study.runs.back();
    const PlotChoice choice = choiceOf("images_per_second{node}", PointsOf::Samples);
    const std::set<std::string> keys = sampleKeysOf(run, choice);
    EXPECT_EQ(keys.size(), 64U);
    EXPECT_LT(sampleCurvesOf(run, choice), kMemberCurvesMax);
    SampleCache samples;
    for (const std::string& key : keys) {
        samples[{run.id, key}] = {.t_s = {1.0, 2.0}, .values = {100.0, 200.0}};
    }
    samples[{run.id, "images_per_second{node=n40}"}] = {.t_s = {2.0, 3.0}, .values = {10.0, 20.0}};

    const BuiltPlot built = plotOfSamples({study}, choice, samples, {run.id});

    const auto valuesOf = [&](const char* name) {
        std::vector<std::pair<double, double>> values;
        if (const PlotSeries* series = seriesOf(built.model, name)) {
            for (const PlotPoint& point : series->points) {
                values.emplace_back(point.x, point.y);
            }
        }
        return values;
    };
    using Values = std::vector<std::pair<double, double>>;
    EXPECT_EQ(valuesOf(", least"), (Values{{1.0, 100.0}, {2.0, 10.0}, {3.0, 20.0}}))
        << namesIn(built.model).join(u';').toStdString();
    EXPECT_EQ(valuesOf(", median"), (Values{{1.0, 100.0}, {2.0, 200.0}, {3.0, 20.0}}));
    EXPECT_EQ(valuesOf(", n40 (holds the others back)"), (Values{{2.0, 10.0}, {3.0, 20.0}}));

    samples.erase({run.id, "images_per_second{node=n7}"});
    const BuiltPlot waiting = plotOfSamples({study}, choice, samples, {run.id});
    const PlotSeries* median = seriesOf(waiting.model, ", median");
    ASSERT_NE(median, nullptr) << "it has its place in the legend";
    EXPECT_TRUE(median->points.empty()) << "of a part of them it would be another";
}

TEST(FoldedSamples, WhatIsReadCoarselyCountsBetweenItsSamples) {
    const SampleSeries fine{.t_s = {1.0, 2.0, 3.0, 4.0}, .values = {10.0, 10.0, 10.0, 10.0}};
    const SampleSeries coarse{.t_s = {1.0, 3.0}, .values = {20.0, 40.0}};
    const auto curves = foldSamples({&fine, &coarse});
    EXPECT_EQ(curves.front().values, (std::vector<double>{10.0, 10.0, 10.0, 10.0}));
    EXPECT_EQ(curves.back().values, (std::vector<double>{20.0, 30.0, 40.0, 10.0}))
        << "behind its last sample it is not known";
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
    StudyForPlot study = synthetic::threadStudy(QStringLiteral("A"), 0);
    for (RunForPlot& run : study.runs) {
        for (int epoch = 1; epoch <= 18; ++epoch) {  // which are not alike
            run.metrics["epoch_images_per_second{epoch=" + std::to_string(epoch) + "}"] = {
                .value = 50.0 + epoch};
        }
    }

    const BuiltPlot built = plotOfRuns({study}, choiceOf("epoch_images_per_second"));

    ASSERT_EQ(built.model.series.size(), kMemberCurvesMax);
    EXPECT_EQ(built.model.series.back().name, QStringLiteral("16"));
    ASSERT_EQ(built.missing.size(), 1);
    EXPECT_TRUE(built.missing[0].contains(QStringLiteral("left out: 17; 18.")))
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
