// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_builder.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/ui/charts/synthetic_studies.h"
#include "ui/charts/chart_kinds.h"
#include "ui/charts/curves.h"
#include "ui/charts/default_choice.h"
#include "ui/charts/quick_views.h"

namespace throughline::ui {
namespace {

using synthetic::threadStudy;

PlotChoice choose(const std::string& x, const std::string& y) {
    PlotChoice choice;
    choice.x = x;
    choice.y = y;
    return choice;
}

TEST(DefaultChoice, PutsTheSweptKeyOnX) {
    StudyForPlot depths = threadStudy(QStringLiteral("A"), 0, {1, 2, 4, 8, 16, 32});
    std::erase_if(depths.runs,
                  [](const RunForPlot& run) { return numberOf(run, "decode.threads") != 4.0; });

    EXPECT_EQ(defaultChoice({depths}).x, "storage.queue_depth");
    EXPECT_EQ(defaultChoice({depths}).y, "images_per_second");
    EXPECT_EQ(defaultChoice({synthetic::studyWithCeilings()}).x, "decode.threads");
    EXPECT_EQ(defaultChoice({}).x, "decode.threads");
}

TEST(DefaultChoice, OfALogOfAnotherToolIsItsCourseOverTime) {
    StudyForPlot log;
    log.runs.resize(1);
    log.runs[0].metrics["gpu_utilisation{gpu=0}"] = {.value = 71.0};
    log.runs[0].metrics["gpu_temperature{gpu=0}"] = {.value = 60.0};
    const PlotChoice choice = defaultChoice({log});
    EXPECT_EQ(choice.points(), PointsOf::Samples);
    EXPECT_FALSE(choice.y.empty());
    EXPECT_NE(choice.x, choice.y);

    // A quantity against itself is missing once.
    PlotChoice same;
    same.x = same.y = "read_iops";
    const auto missing = plotOfRuns({log}, same).missing;
    ASSERT_EQ(missing.size(), 1);
    EXPECT_TRUE(missing[0].startsWith(QStringLiteral("The run: no read IOPS")))
        << missing[0].toStdString();
}

TEST(DefaultChoice, ComparesTheStagesWhereNothingElseDiffers) {
    StudyForPlot quick = synthetic::studyWithCeilings();
    std::erase_if(quick.runs,
                  [](const RunForPlot& run) { return numberOf(run, "decode.threads") != 4.0; });

    const PlotChoice choice = defaultChoice({quick});

    EXPECT_EQ(choice.x, "stages");
    const BuiltPlot built = plotOfRuns({quick}, choice);
    ASSERT_FALSE(built.model.series.empty());
    std::size_t points = 0;
    for (const PlotSeries& series : built.model.series) {
        EXPECT_FALSE(series.isLine()) << "names have no in-between";
        points += series.points.size();
    }
    EXPECT_EQ(points, quick.runs.size());
}

TEST(PlotOfRuns, NamesOnXGiveBarsWithThePlainWordsOfTheTable) {
    StudyForPlot quick = synthetic::studyWithCeilings();
    std::erase_if(quick.runs,
                  [](const RunForPlot& run) { return numberOf(run, "decode.threads") != 4.0; });

    const BuiltPlot built = plotOfRuns({quick}, defaultChoice({quick}));

    EXPECT_TRUE(built.model.x.categories.contains(QStringLiteral("full pipeline")));
    EXPECT_TRUE(built.model.x.categories.contains(QStringLiteral("decode alone")));
    for (const PlotSeries& series : built.model.series) {
        EXPECT_EQ(series.kind, SeriesKind::Bars);
    }
}

TEST(DefaultChoice, StudyOfStorageAloneIsAboutWhatItSweeps) {
    StudyForPlot depths = threadStudy(QStringLiteral("A"), 0, {1, 8, 32});
    std::erase_if(depths.runs,
                  [](const RunForPlot& run) { return numberOf(run, "decode.threads") != 4.0; });
    for (RunForPlot& run : depths.runs) {
        run.settings["stages"] = std::string("storage");
    }
    EXPECT_EQ(defaultChoice({depths}).x, "storage.queue_depth");
}

TEST(PlotOfRuns, OneCurveAStudyInTheOrderOfX) {
    StudyForPlot study = threadStudy(QStringLiteral("A"), 3);
    std::reverse(study.runs.begin(), study.runs.end());

    const BuiltPlot built = plotOfRuns({study}, choose("decode.threads", "images_per_second"));

    ASSERT_EQ(built.model.series.size(), 1U);
    const PlotSeries& series = built.model.series[0];
    EXPECT_EQ(series.name, QStringLiteral("A"));
    EXPECT_EQ(series.colourSlot, 3);
    ASSERT_EQ(series.points.size(), 4U);
    EXPECT_EQ(series.points[0].x, 1.0);
    EXPECT_EQ(series.points[3].x, 8.0);
    EXPECT_TRUE(series.points[0].hasInterval());
    EXPECT_TRUE(built.missing.isEmpty());
    EXPECT_EQ(built.model.x.marks, (std::vector<double>{1, 2, 4, 8}));
}

// Goal: a published study holds many experiments, and the first need not have set x.
TEST(PlotOfRuns, RunsWithoutTheXSettingDoNotSplitTheOthers) {
    StudyForPlot study = threadStudy(QStringLiteral("A"), 0);
    RunForPlot other = study.runs.front();
    other.id += 1'000'000;
    other.settings.erase("decode.threads");
    study.runs.insert(study.runs.begin(), other);

    const BuiltPlot built = plotOfRuns({study}, choose("decode.threads", "images_per_second"));

    ASSERT_EQ(built.model.series.size(), 1U);
    EXPECT_EQ(built.model.series[0].points.size(), 4U);
}

TEST(PlotOfRuns, WhatElseWasVariedMakesCurves) {
    const StudyForPlot study = threadStudy(QStringLiteral("A"), 0, {8, 32});

    const BuiltPlot by_threads = plotOfRuns({study}, choose("decode.threads", "images_per_second"));
    const BuiltPlot by_iops =
        plotOfRuns({study}, choose("read_iops{device=vda}", "images_per_second"));

    ASSERT_EQ(by_threads.model.series.size(), 2U);
    EXPECT_EQ(by_threads.model.series[0].name, QStringLiteral("QD 8"));
    EXPECT_EQ(by_threads.model.series[1].name, QStringLiteral("QD 32"));
    // Against a measured quantity the threads run along the curve.
    ASSERT_EQ(by_iops.model.series.size(), 2U);
    EXPECT_EQ(by_iops.model.series[0].points.size(), 4U);
    EXPECT_LT(by_iops.model.series[0].points[0].x, by_iops.model.series[0].points[3].x);
}

TEST(PlotOfRuns, CurvesOfSeveralStudiesLookDifferent) {
    const std::vector<StudyForPlot> studies{threadStudy(QStringLiteral("A"), 0, {8, 16, 32}),
                                            threadStudy(QStringLiteral("B"), 1, {8, 32})};

    const BuiltPlot built = plotOfRuns(studies, choose("decode.threads", "images_per_second"));

    std::set<std::pair<int, int>> looks;
    for (const PlotSeries& series : built.model.series) {
        looks.insert({series.colourSlot, series.tint});
    }
    EXPECT_EQ(built.model.series.size(), 5U);
    EXPECT_EQ(looks.size(), 5U);
    EXPECT_EQ(built.model.series[0].colourSlot, 0);  // each study's first keeps its own
    EXPECT_EQ(built.model.series[3].colourSlot, 1);
    EXPECT_EQ(built.model.series[3].name, QStringLiteral("B \u00B7 QD 8"));
}

TEST(PlotOfRuns, ARunWithoutTheQuantityIsCountedWithItsReasonNeverZero) {
    StudyForPlot study = threadStudy(QStringLiteral("A"), 0);
    study.runs[1].metrics.erase("images_per_second");
    study.runs[1].absent["images_per_second"] = "the run was stopped during warm-up";

    const BuiltPlot built = plotOfRuns({study}, choose("decode.threads", "images_per_second"));

    EXPECT_EQ(built.model.series[0].points.size(), 3U);
    ASSERT_EQ(built.missing.size(), 1);
    EXPECT_EQ(built.missing[0],
              QStringLiteral("1 of 4 runs: no images per second (the run was stopped during "
                             "warm-up)."));
}

TEST(PlotOfRuns, StorageAloneHasNoPlaceOnAThreadAxis) {
    const BuiltPlot built =
        plotOfRuns({synthetic::studyWithCeilings()}, choose("decode.threads", "images_per_second"));

    ASSERT_EQ(built.model.series.size(), 2U);
    EXPECT_EQ(built.model.series[0].name, QStringLiteral("full pipeline"));
    EXPECT_EQ(built.model.series[1].name, QStringLiteral("decode alone"));
    ASSERT_EQ(built.missing.size(), 1);
    EXPECT_TRUE(built.missing[0].contains(QStringLiteral("storage alone")));
}

TEST(PlotOfRuns, TextsBecomeCategories) {
    StudyForPlot study = threadStudy(QStringLiteral("A"), 0);
    study.runs.resize(2);
    study.runs[0].settings["dataset.path"] = std::string("/mnt/ssd");
    study.runs[1].settings["dataset.path"] = std::string("/mnt/disk");
    study.runs[1].settings["decode.threads"] = std::int64_t{1};

    const BuiltPlot built = plotOfRuns({study}, choose("dataset.path", "images_per_second"));

    EXPECT_EQ(built.model.x.categories,
              (QStringList{QStringLiteral("ssd"), QStringLiteral("disk")}));
    ASSERT_EQ(built.model.series.size(), 1U);
    EXPECT_EQ(built.model.series[0].points[1].x, 1.0);
}

TEST(PlotOfRuns, FoldersOfOneNameOnTwoDisksStayTwoCategories) {
    StudyForPlot study = threadStudy(QStringLiteral("A"), 0);
    study.runs.resize(2);
    study.runs[0].settings["dataset.path"] = std::string("/mnt/ssd/images");
    study.runs[1].settings["dataset.path"] = std::string("/mnt/disk/images");
    study.runs[1].settings["decode.threads"] = std::int64_t{1};

    const BuiltPlot built = plotOfRuns({study}, choose("dataset.path", "images_per_second"));

    EXPECT_EQ(built.model.x.categories,
              (QStringList{QStringLiteral("/mnt/ssd/images"), QStringLiteral("/mnt/disk/images")}));
    EXPECT_EQ(built.model.series[0].points[1].x, 1.0);
}

TEST(PlotOfRuns, SecondAxisHasItsOwnCurves) {
    PlotChoice choice = choose("decode.threads", "images_per_second");
    choice.part<SecondY>()->y2 = "disk_utilisation{device=vda}";

    const BuiltPlot built = plotOfRuns({threadStudy(QStringLiteral("A"), 0)}, choice);

    ASSERT_EQ(built.model.series.size(), 2U);
    EXPECT_TRUE(built.model.series[1].onSecondAxis);
    EXPECT_EQ(built.model.series[1].colourSlot, built.model.series[0].colourSlot);
    EXPECT_EQ(built.model.y2->unit, "%");
}

TEST(PlotOfSamples, EveryRunIsACurveAndOnlyShownOnesHavePoints) {
    const StudyForPlot study = threadStudy(QStringLiteral("A"), 0);
    PlotChoice choice = choose(kTimeKey, "images_per_second");
    choice.chart = SamplesChart{};
    const std::int64_t first = study.runs[0].id;

    const BuiltPlot built = plotOfSamples(
        {study}, choice, {{{first, "images_per_second"}, synthetic::samplesOf(500.0)}}, {first});

    ASSERT_EQ(built.model.series.size(), 4U);
    EXPECT_TRUE(built.model.series[0].visible);
    EXPECT_FALSE(built.model.series[1].visible);
    EXPECT_EQ(built.model.series[0].points.size(), 60U);
    EXPECT_EQ(built.model.series[1].name, QStringLiteral("run 2, 2 threads"));
}

// Goal: no course is drawn that nobody measured. Method: the IOPS fall at the highest thread count.
TEST(PlotOfRuns, AlongAMeasuredQuantityALineIsDrawnOnlyWhereItGrowsWithWhatWasVaried) {
    StudyForPlot study = threadStudy(QStringLiteral("A"), 0);
    const PlotChoice choice = choose("read_iops{device=vda}", "images_per_second");
    EXPECT_TRUE(plotOfRuns({study}, choice).model.series[0].isLine());

    study.runs.back().metrics["read_iops{device=vda}"].value =
        study.runs.front().metrics["read_iops{device=vda}"].value + 1.0;
    EXPECT_FALSE(plotOfRuns({study}, choice).model.series[0].isLine());
}

TEST(PlotOfRuns, CurvesOfDifferentModelsAndPhasesSaySo) {
    StudyForPlot training = threadStudy(QStringLiteral("A"), 0);
    StudyForPlot inference = threadStudy(QStringLiteral("B"), 1);
    for (RunForPlot& run : training.runs) {
        run.settings["phase"] = std::string("training");
    }
    for (RunForPlot& run : inference.runs) {
        run.settings["phase"] = std::string("inference");
    }

    const BuiltPlot built =
        plotOfRuns({training, inference}, choose("decode.threads", "images_per_second"));

    ASSERT_EQ(built.model.series.size(), 2U);
    EXPECT_TRUE(built.model.series[0].name.contains(QStringLiteral("training")));
    EXPECT_TRUE(built.model.series[1].name.contains(QStringLiteral("inference")));
}

TEST(BuildPlot, ZerosOffALogarithmicAxisAreCounted) {
    StudyForPlot study = threadStudy(QStringLiteral("A"), 0);
    study.runs.front().metrics["images_per_second"].value = 0.0;
    PlotChoice choice = choose("decode.threads", "images_per_second");
    choice.part<LogY>()->logY = true;

    const BuiltPlot built = buildPlot({study}, choice, {}, {});

    EXPECT_TRUE(built.notes().join(QChar(u' ')).contains(QStringLiteral("Points left out: 1")))
        << built.notes().join(QChar(u' ')).toStdString();
}

TEST(BuildPlot, ValuesTooLargeForALinearAxisAreCounted) {
    StudyForPlot study = threadStudy(QStringLiteral("A"), 0);
    study.runs.front().metrics["images_per_second"].value = 1e306;
    PlotChoice choice = choose("decode.threads", "images_per_second");

    const BuiltPlot built = buildPlot({study}, choice, {}, {});

    EXPECT_TRUE(built.notes()
                    .join(QChar(u' '))
                    .contains(QStringLiteral("Points left out: 1, beyond 1e305")))
        << built.notes().join(QChar(u' ')).toStdString();
    choice.part<LogY>()->logY = true;
    EXPECT_FALSE(buildPlot({study}, choice, {}, {})
                     .notes()
                     .join(QChar(u' '))
                     .contains(QStringLiteral("Points left out")));
}

TEST(PlotOfSamples, LogsWithoutTimesAreDrawnOverTheirRows) {
    StudyForPlot log = threadStudy(QStringLiteral("Log"), 0);
    for (RunForPlot& run : log.runs) {
        run.settings["step_axis"] = std::string("rows of the log");
    }
    PlotChoice choice = choose(kTimeKey, "images_per_second");
    choice.chart = SamplesChart{};
    const std::int64_t row_run = log.runs[0].id;

    const BuiltPlot built = plotOfSamples(
        {log}, choice, {{{row_run, "images_per_second"}, synthetic::samplesOf(500.0)}}, {row_run});

    EXPECT_EQ(built.model.x.title, QStringLiteral("Rows of the log"));
    EXPECT_TRUE(built.model.x.shownUnit.isEmpty());
    EXPECT_EQ(built.model.series[0].points.size(), 60U);
}

TEST(PlotOfSamples, RowsDoNotStandBesideSeconds) {
    StudyForPlot log = threadStudy(QStringLiteral("Log"), 0);
    for (RunForPlot& run : log.runs) {
        run.id += 1'000'000;
        run.settings["step_axis"] = std::string("rows of the log");
    }
    const StudyForPlot timed = threadStudy(QStringLiteral("A"), 1);
    PlotChoice choice = choose(kTimeKey, "images_per_second");
    choice.chart = SamplesChart{};
    const std::int64_t rows = log.runs[0].id;
    const std::int64_t seconds = timed.runs[0].id;

    const BuiltPlot built =
        plotOfSamples({log, timed},
                      choice,
                      {{{rows, "images_per_second"}, synthetic::samplesOf(500.0)},
                       {{seconds, "images_per_second"}, synthetic::samplesOf(500.0)}},
                      {rows, seconds});

    EXPECT_EQ(built.model.x.key, kTimeKey);
    for (const PlotSeries& series : built.model.series) {
        EXPECT_EQ(series.points.empty(), series.run != seconds) << series.name.toStdString();
    }
    EXPECT_EQ(built.missing,
              QStringList{QStringLiteral("1 of 2 runs (Log): no times, only rows of the log, which "
                                         "cannot share an axis with seconds.")});
}

TEST(PointsOfSamples, APauseBreaksTheLine) {
    SampleSeries samples;
    samples.t_s = {1, 2, 3, 20, 21};
    samples.values = {5, 5, 5, 5, 5};

    const std::vector<PlotPoint> points = pointsOfSamples(samples, 1);

    ASSERT_EQ(points.size(), 6U);
    EXPECT_TRUE(std::isnan(points[3].y));
}

// Goal: a stretch in more detail is no pause between the coarser cells beside it, nor are they.
TEST(PointsOfSamples, CellsOfAnotherLengthAreNoPause) {
    for (const int coarse : {3, 9}) {
        SampleSeries samples;
        double t = 0.0;
        const auto add = [&](int count, double step) {
            for (int i = 0; i < count; ++i) {
                samples.t_s.push_back(t += step);
                samples.values.push_back(5.0);
            }
        };
        add(coarse, 256.0);
        add(20, 1.0);
        add(coarse, 256.0);
        EXPECT_EQ(pointsOfSamples(samples, 1).size(), samples.t_s.size()) << coarse;
    }
}

TEST(QuickViews, SayWhyTheyCannotBeShown) {
    StudyForPlot study = threadStudy(QStringLiteral("A"), 0);
    for (RunForPlot& run : study.runs) {
        run.metrics.erase("read_iops{device=vda}");
    }

    const std::vector<QuickView> views = quickViews({study});

    ASSERT_EQ(views.size(), 4U);
    EXPECT_TRUE(views[0].unavailable.isEmpty());
    EXPECT_EQ(views[1].choice.x, "disk_utilisation{device=vda}");
    EXPECT_TRUE(views[2].unavailable.contains(QStringLiteral("read IOPS")));
    EXPECT_EQ(views[3].choice.points(), PointsOf::Samples);
}

TEST(MapOfRuns, HasACellForEachPairAndTheMeanWhereRunsMeet) {
    PlotChoice choice = choose("decode.threads", "images_per_second");
    choice.chart = MapChart{};
    const StudyForPlot study = threadStudy(QStringLiteral("A"), 0, {8, 32});
    ASSERT_EQ(mapRows({study}, choice), std::vector<std::string>{"storage.queue_depth"});
    choice.part<MapRows>()->rows = "storage.queue_depth";

    const BuiltPlot built = mapOfRuns({study, study}, choice);

    EXPECT_EQ(built.model.x.categories.size(), 4);
    EXPECT_EQ(built.model.y.categories.size(), 2);
    ASSERT_EQ(built.model.series.size(), 1U);
    const PlotSeries& cells = built.model.series.front();
    ASSERT_EQ(cells.points.size(), 8U);
    for (const PlotPoint& cell : cells.points) {
        const std::size_t run =
            static_cast<std::size_t>(cell.y) * 4 + static_cast<std::size_t>(cell.x);
        EXPECT_DOUBLE_EQ(cell.z, measuredOf(study.runs[run], "images_per_second")->value);
    }
    EXPECT_TRUE(built.missing.join(QChar(u' ')).contains(QStringLiteral("means of runs")));
}

TEST(MapOfRuns, StagesForWhichASettingPlaysNoPartAreLeftOut) {
    PlotChoice choice = choose("decode.threads", "images_per_second");
    choice.chart = MapChart{{.rows = "stages"}};

    const BuiltPlot built = mapOfRuns({synthetic::studyWithCeilings()}, choice);

    EXPECT_FALSE(built.model.y.categories.contains(QStringLiteral("storage alone")))
        << built.model.y.categories.join(QChar(u',')).toStdString();
    EXPECT_EQ(built.model.series.front().points.size(), 8U);  // full and decode
}

TEST(ShortNames, LeaveOutWhatNearlyAllHaveAndTheOthersContradict) {
    const auto name = [](const char* tool, const char* data, const char* model) {
        return std::vector<NamePart>{{"tool", QString::fromUtf8(tool)},
                                     {"data", QString::fromUtf8(data)},
                                     {"model", QString::fromUtf8(model)}};
    };
    std::vector<std::vector<NamePart>> names{name("tf, XLA", "synthetic", "v1"),
                                             name("tf, XLA", "records", "v1"),
                                             name("tf, no XLA", "synthetic", "v1"),
                                             name("PyTorch", "JPEG", "v1.5")};

    const ShortNames shorter = shortNamesOf(names);

    EXPECT_EQ(shorter.note, QStringLiteral("Unless stated otherwise: tf, v1"));
    EXPECT_EQ(shorter.labels,
              (QStringList{QStringLiteral("XLA, synthetic"),
                           QStringLiteral("XLA, records"),
                           QStringLiteral("no XLA, synthetic"),
                           QStringLiteral("PyTorch, JPEG, v1.5")}));

    names[3].pop_back();  // it says nothing of the model
    EXPECT_EQ(shortNamesOf(names).note, QStringLiteral("Unless stated otherwise: tf"));
    names.pop_back();
    EXPECT_TRUE(shortNamesOf(names).labels.isEmpty()) << "three are read as they are";
}

TEST(PlotOfRuns, TheLegendSaysTheTitleOfAStudyOnce) {
    const BuiltPlot built = plotOfRuns({synthetic::threadStudy(QStringLiteral("A"), 0, {8, 32}),
                                        synthetic::threadStudy(QStringLiteral("B"), 1)},
                                       choose("decode.threads", "images_per_second"));

    ASSERT_EQ(built.model.series.size(), 3U);
    EXPECT_EQ(built.model.series[1].name, QStringLiteral("A \u00B7 QD 32"));
    EXPECT_EQ(built.model.series[1].head, QStringLiteral("A"));
    EXPECT_EQ(built.model.series[1].label, QStringLiteral("QD 32"));
    EXPECT_TRUE(built.model.series[2].head.isEmpty()) << "the title is its name";
}

}  // namespace
}  // namespace throughline::ui
