// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/study_views.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <algorithm>
#include <map>
#include <set>

#include "engine/catalog/catalog.h"
#include "engine/importers/published/published.h"
#include "tests/ui/charts/synthetic_studies.h"
#include "tests/ui/explore/own_accelerators.h"
#include "ui/charts/chart_kinds.h"
#include "ui/charts/log_by_data.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/provenance.h"
#include "ui/explore/explore_widget.h"
#include "ui/plot/plot_table.h"

namespace throughline::ui {
namespace {

/// The published studies of these sources as the library hands them over.
std::vector<StudyForPlot> publishedOf(const QStringList& sources) {
    std::vector<StudyForPlot> studies;
    for (record::Study& study : importers::published_studies(catalog::Catalog::built_in())) {
        const auto source = spec::setting_text(study.header.environment.at("source.id"));
        if (sources.contains(QString::fromStdString(source))) {
            studies.push_back(studyForPlot(study, static_cast<int>(studies.size())));
        }
    }
    return studies;
}

std::vector<StudyForPlot> publishedFor(const StudyView& view) {
    return publishedOf(view.sources);
}

QStringList namesOf(const BuiltPlot& built) {
    QStringList names;
    for (const PlotSeries& series : built.model.series) {
        names << series.name;
    }
    return names;
}

// Goal: one's own runs stand beside the published ones. Method: emulated accelerators, as they are
// recorded.
TEST(StudyViews, OwnRunsStandWhereGpusAndNodesAre) {
    const StudyForPlot own = ownAccelerators();

    const BuiltPlot gpus = plotOfRuns({own}, viewOf("real-synthetic").choice);
    const BuiltPlot nodes = plotOfRuns({own}, viewOf("nodes").choice);

    EXPECT_EQ(namesOf(gpus),
              QStringList({QStringLiteral("full pipeline, real (emulated accelerator)"),
                           QStringLiteral("accelerator alone, synthetic (emulated accelerator)")}));
    ASSERT_FALSE(gpus.model.series.empty());
    ASSERT_EQ(gpus.model.series.front().points.size(), 2U);
    EXPECT_DOUBLE_EQ(gpus.model.series.front().points[1].x, 2.0);
    EXPECT_EQ(gpus.missing,
              QStringList(QStringLiteral("2 of 6 runs: storage alone, which does not use "
                                         "“GPUs”.")));
    EXPECT_TRUE(caveatsOf({own}, {&gpus.model})
                    .contains(QStringLiteral(
                        "4 of 4 runs in the chart (Own): fed emulated accelerators.")));
    EXPECT_TRUE(nodes.model.hasPoints());
}

// Goal: a small study of one's own is no line at 0 beside clusters. Method: tens of images/s beside
// published tens of thousands; a single study has no reason for powers.
TEST(StudyViews, ASmallStudyIsSeenBesidePublishedClusters) {
    StudyForPlot own = ownAccelerators();
    for (RunForPlot& run : own.runs) {
        run.metrics["images_per_second"].value = 40.0;
    }
    std::vector<StudyForPlot> all = publishedFor(viewOf("nodes"));
    all.push_back(own);

    const auto scaleOf = [](const std::vector<StudyForPlot>& studies) {
        const PlotChoice choice = viewOf("nodes").choice;
        BuiltPlot built = plotOfRuns(studies, choice);
        scaleByData(built.model, choice);
        return built.model.y.scale;
    };
    EXPECT_EQ(scaleOf(all), AxisScale::Logarithmic);
    EXPECT_EQ(scaleOf({own}), AxisScale::Linear);
}

// Goal: a volume that is emulated is not taken for the computer's disk.
TEST(StudyViews, RunsOnAnEmulatedVolumeSaySo) {
    StudyForPlot own = ownAccelerators();
    for (RunForPlot& run : own.runs) {
        run.settings["storage.volume"] = std::string("aws-gp2:100GiB");
    }

    const BuiltPlot gpus = plotOfRuns({own}, viewOf("real-synthetic").choice);

    EXPECT_TRUE(caveatsOf({own}, {&gpus.model})
                    .contains(QStringLiteral(
                        "2 of 4 runs in the chart (Own): read from an emulated volume.")))
        << "the consumer alone reads nothing";
}

// Goal: the rate of a node is not taken for that of all. Method: runs of one node's share of four.
TEST(StudyViews, ARunOfOneNodesShareSaysSo) {
    StudyForPlot own = ownAccelerators();
    for (RunForPlot& run : own.runs) {
        run.settings["dataset.nodes"] = std::int64_t{4};
        run.foreignNames["node_count"] = std::int64_t{4};
    }

    const BuiltPlot nodes = plotOfRuns({own}, viewOf("nodes").choice);

    EXPECT_TRUE(
        caveatsOf({own}, {&nodes.model})
            .contains(QStringLiteral(
                "2 of 2 runs in the chart: read the share of one node; the rate is for that "
                "node only.")));
}

TEST(StudyViews, NamesForOthersSetNoCurvesOfOnesOwnApart) {
    PlotChoice choice = viewOf("real-synthetic").choice;
    choice.published.clear();
    choice.x = "consumer.accelerators";

    EXPECT_EQ(namesOf(plotOfRuns({ownAccelerators()}, choice)),
              QStringList({QStringLiteral("full pipeline (emulated accelerator)"),
                           QStringLiteral("accelerator alone (emulated accelerator)")}));
}

TEST(StudyViews, WhatIsSaidOfThePublishedStudiesStandsBelowThemAlone) {
    const StudyView view = viewOf("nodes");

    EXPECT_FALSE(concernsPublished({ownAccelerators()}, view.choice));
    EXPECT_TRUE(concernsPublished(publishedFor(view), view.choice));
}

TEST(StudyViews, StagesAloneAreLeftOutOfDiskTypes) {
    const BuiltPlot built = plotOfRuns({ownAccelerators()}, viewOf("disk-types").choice);

    for (const PlotSeries& series : built.model.series) {
        EXPECT_FALSE(series.name.contains(QStringLiteral("alone"))) << series.name.toStdString();
    }
    EXPECT_TRUE(built.model.hasPoints());
    EXPECT_TRUE(built.missing.contains(
        QStringLiteral("2 of 6 runs: storage alone, not mixed with the full pipeline.")))
        << built.missing.join(u' ').toStdString();
}

// Goal: what authors estimate is told from what they measured. Method: the cloud study, which has
// both of the same storage.
TEST(StudyViews, EstimatesAreCurvesOfTheirOwnAndCounted) {
    PlotChoice choice;
    choice.x = "storage_target";
    choice.y = "images_per_second";
    const auto studies = publishedOf({QStringLiteral("rescale")});

    const BuiltPlot built = plotOfRuns(studies, choice);

    int estimates = 0;
    for (const PlotSeries& series : built.model.series) {
        const bool named = series.name.contains(QStringLiteral("authors\u2019 estimate"));
        for (const PlotPoint& point : series.points) {
            EXPECT_EQ(isEstimate(*findRun(studies, point.id).run), named)
                << series.name.toStdString();
            estimates += named ? 1 : 0;
        }
    }
    EXPECT_EQ(estimates, 2);  // 27,000 and 55,000; the 33,000 name no storage
    const QString said = caveatsOf(studies, {&built.model}).join(u' ');
    EXPECT_TRUE(said.contains(QStringLiteral("2 of 5 runs")) &&
                said.contains(QStringLiteral(": the authors\u2019 estimate")))
        << said.toStdString();
}

// Goal: which volume is asked of volumes, before anything was measured: of what each can do at
// most, in no chart of measurements. Method: the cloud study in the view of volumes and in a plain
// chart.
TEST(StudyViews, VolumesAreComparedByTheirListedLimits) {
    const auto studies = publishedOf({QStringLiteral("rescale")});
    const PlotModel model = plotOfRuns(studies, viewOf("volumes").choice).model;
    std::map<QString, double> bars;
    for (const PlotSeries& series : model.series) {
        for (const PlotPoint& point : series.points) {
            const RunForPlot& run = *findRun(studies, point.id).run;
            EXPECT_TRUE(isListedLimit(run));
            bars[settingText(run, "storage_target")] = point.y;
        }
    }
    const std::map<QString, double> limits{{QStringLiteral("EBS gp2"), 1600.0},
                                           {QStringLiteral("EBS io1"), 5000.0},
                                           {QStringLiteral("EBS st1"), 500.0}};
    EXPECT_EQ(bars, limits);
    EXPECT_TRUE(caveatsOf(studies, {&model})
                    .join(u' ')
                    .contains(QStringLiteral("the most that listed limits allow, not measured")));
}

TEST(StudyViews, EstimatesAreNotAveragedWithMeasurements) {
    PlotChoice choice;
    choice.chart = MapChart{};
    choice.x = "storage_target";
    choice.part<MapRows>()->rows = "gpu_count";
    choice.y = "images_per_second";

    const BuiltPlot built = mapOfRuns(publishedOf({QStringLiteral("rescale")}), choice);

    ASSERT_EQ(built.model.series.size(), 1U);
    for (const PlotPoint& cell : built.model.series.front().points) {
        EXPECT_TRUE(cell.z == 25000.0 || cell.z == 48000.0 || cell.z == 4000.0) << cell.z;
    }
    EXPECT_TRUE(built.missing.join(u' ').contains(QStringLiteral("authors\u2019 estimate")));
}

TEST(StudyViews, TheCloudStudysIdealOfNodesIsShownAsItsEstimate) {
    const StudyView view = viewOf("nodes");
    const auto studies = publishedFor(view);

    const BuiltPlot built = plotOfRuns(studies, view.choice);

    double node = 0.0;
    QString ideal;
    for (const PlotSeries& series : built.model.series) {
        for (const PlotPoint& point : series.points) {
            node = point.x == 1.0 ? point.y : node;
            ideal = point.y == 33000.0 ? series.name + QStringLiteral(": ") + point.bound : ideal;
        }
    }
    EXPECT_DOUBLE_EQ(node, 4200.0);
    EXPECT_TRUE(ideal.contains(QStringLiteral("estimate: at most"))) << ideal.toStdString();
}

// Goal: a bound is said of the figure that is one. Method: runs whose rate is "about", and whose
// GPU utilisation is exact.
TEST(StudyViews, BoundsAreOfFiguresNotOfRuns) {
    const StudyView view = viewOf("workers-gpu");
    const auto studies = publishedFor(view);
    const BuiltPlot utilisation = plotOfRuns(studies, view.choice);
    PlotChoice rate = view.choice;
    rate.y = "images_per_second";

    const BuiltPlot rates = plotOfRuns(studies, rate);

    EXPECT_FALSE(caveatsOf(studies, {&utilisation.model})
                     .join(u' ')
                     .contains(QStringLiteral("bounds or approximations")));
    EXPECT_TRUE(caveatsOf(studies, {&rates.model})
                    .join(u' ')
                    .contains(QStringLiteral("bounds or approximations")));
    PlotTableModel table;
    table.setPlot(rates.model);
    EXPECT_TRUE(table.toCsv().contains("Stated as"));
    EXPECT_TRUE(table.toCsv().contains(",about"));
    table.setPlot(utilisation.model);
    EXPECT_FALSE(table.toCsv().contains("Stated as"));
}

TEST(StudyViews, AreThePanelsThatCanBeDrawn) {
    const auto views = studyViews();
    std::set<QString> names;
    for (const StudyView& view : views) {
        names.insert(view.name);
        EXPECT_EQ(publishedFor(view).size(), static_cast<std::size_t>(view.sources.size()))
            << view.name.toStdString();
    }
    EXPECT_EQ(names.size(), views.size());
    for (const panels::Panel& panel : panels::all_panels()) {
        EXPECT_EQ(names.count(QString::fromLatin1(panel.id)), panel.views.empty() ? 0U : 1U)
            << panel.id;
    }
    EXPECT_FALSE(studyViewNamed(QStringLiteral("copy-time"))) << "which cannot";
}

// Goal: what the table says of published figures is so. Method: the charts of each view over the
// studies that it names, and over all of them.
TEST(StudyViews, HavePublishedFiguresWhereTheySaySo) {
    QStringList everything;
    for (const panels::Panel& panel : panels::all_panels()) {
        for (const char* const study : panel.studies) {
            everything << QString::fromLatin1(study);
        }
    }
    for (const StudyView& view : studyViews()) {
        EXPECT_LE(view.choicesWith({}).size(), kChartsMax) << view.name.toStdString();
        if (view.choice.points() == PointsOf::Samples) {
            continue;  // below
        }
        const auto studies = view.sources.isEmpty() ? publishedOf(everything) : publishedFor(view);
        const BuiltPlot built = buildPlot(studies, view.choice, {}, {});
        EXPECT_EQ(built.model.hasPoints(), !view.sources.isEmpty()) << view.name.toStdString();
        EXPECT_LE(built.model.series.size(), 12U) << view.name.toStdString();
    }
}

TEST(StudyViews, LoaderThreadsHaveACurveForEachStorage) {
    const StudyView view = studyViews().front();

    const BuiltPlot built = plotOfRuns(publishedFor(view), view.choice);

    ASSERT_EQ(built.model.series.size(), 2U);
    for (const PlotSeries& series : built.model.series) {
        ASSERT_EQ(series.points.size(), 8U);
        EXPECT_DOUBLE_EQ(series.points.front().x, 4.0);
        EXPECT_DOUBLE_EQ(series.points.back().x, 32.0);
    }
    EXPECT_DOUBLE_EQ(built.model.series.front().points.back().y, 8627.0);
    EXPECT_TRUE(built.missing.isEmpty()) << built.missing.join(QChar(u'\n')).toStdString();
}

TEST(StudyViews, TheDiskOverTimeShowsThePublishedSeconds) {
    for (const StudyView& view : studyViews()) {
        if (view.choice.points() != PointsOf::Samples || view.sources.isEmpty()) {
            continue;
        }
        const auto studies = publishedFor(view);
        std::size_t meant = 0;
        for (const StudyForPlot& study : studies) {
            meant += meantRuns(study, view.choice).size();
        }
        EXPECT_EQ(meant, 2U);
    }
}

// Goal: what is printed in part has no time since its start. Method: the seconds of the two
// published runs, alone and beside one's own.
TEST(StudyViews, ExcerptsCountTheirTimeFromTheirFirstRow) {
    const StudyView view = viewOf("disk-over-time");
    auto studies = publishedFor(view);
    std::set<std::int64_t> shown;
    SampleCache samples;
    for (StudyForPlot& study : studies) {
        for (RunForPlot& run : study.runs) {
            if (isMeant(study, run, view.choice)) {
                shown.insert(run.id);
                samples[{run.id, view.choice.y}] = {.t_s = {0.0, 1.0}, .values = {1e9, 1e9}};
            }
        }
    }

    const BuiltPlot alone = plotOfSamples(studies, view.choice, samples, shown);
    StudyForPlot own = ownAccelerators();
    own.runs.resize(1);
    own.runs.front().id = 900;
    own.runs.front().metrics["read_bytes_per_second"] = {.value = 1e9};
    samples[{900, view.choice.y}] = {.t_s = {1.0, 2.0}, .values = {1e9, 1e9}};
    shown.insert(900);
    studies.push_back(own);
    const BuiltPlot beside = plotOfSamples(studies, view.choice, samples, shown);

    EXPECT_EQ(alone.model.x.title, QStringLiteral("Time since the first row shown by the source"));
    EXPECT_EQ(beside.model.x.title, QStringLiteral("Time since the run started"));
    const QString said = beside.missing.join(u' ');
    EXPECT_TRUE(said.contains(QStringLiteral("2 of 3 runs")) &&
                said.contains(QStringLiteral(": excerpt; time is counted from its first row.")))
        << beside.missing.join(u' ').toStdString();
    ASSERT_EQ(alone.model.levels.size(), 1U) << "what the local NVMe delivers at most";
    EXPECT_EQ(alone.model.levels[0].y, 7.3e9);
}

// Goal: an emulated volume stands where the study has it. Method: the first chart of the view over
// two volumes of the study and one that it has not.
TEST(StudyViews, EmulatedVolumesStandUnderTheNamesOfTheStudy) {
    record::Study study;
    study.header.study = "own";
    study.header.origin = record::Origin::Measured;
    for (const char* const volume : {"study-gp2", "study-io1", "aws-gp3:500GiB"}) {
        record::RunData run;
        run.started.run = static_cast<int>(study.runs.size()) + 1;
        run.started.settings = {{"stages", std::string("full")},
                                {"consumer.kind", std::string("paced")},
                                {"consumer.accelerators", std::int64_t{8}},
                                {"storage.volume", std::string(volume)}};
        run.status = record::RunStatus::Done;
        run.metrics["images_per_second"] = {.value = 1500.0};
        study.runs.push_back(std::move(run));
    }
    const StudyForPlot own = studyForPlot(study, 0);
    const auto nameOf = [&](std::size_t i) {
        return spec::text_or_empty(own.runs[i].foreignNames, "storage_target");
    };
    EXPECT_EQ(nameOf(0), "EBS gp2");
    EXPECT_EQ(nameOf(1), "EBS io1");
    EXPECT_EQ(nameOf(2), "AWS EBS gp3, 500 GiB");
    const PlotModel model = plotOfRuns({own}, viewOf("volumes").choice).model;
    ASSERT_EQ(model.series.size(), 1U) << "one colour for all volumes, which x names";
    EXPECT_EQ(model.series.front().points.size(), 3U);
}

TEST(StudyViews, ADiskOverTimeHasAChartForEachQuantity) {
    const auto choices = viewOf("disk-over-time").choices();

    ASSERT_EQ(choices.size(), 3U);
    EXPECT_EQ(choices[0].y, "read_bytes_per_second");
    EXPECT_EQ(choices[1].y, "read_iops");
    EXPECT_EQ(choices[2].y, "disk_utilisation");
    EXPECT_TRUE(choices[0].part<SecondY>()->y2.empty());
}

TEST(StudyViews, GpuUtilisationByWorkersIsShownOverTimeToo) {
    const auto views = studyViews();
    const auto at = std::find_if(views.begin(), views.end(), [](const StudyView& view) {
        return view.name == QStringLiteral("workers-gpu");
    });
    ASSERT_NE(at, views.end());

    const auto choices = at->choices();

    ASSERT_EQ(choices.size(), 3U);
    EXPECT_EQ(choices[1].y, "accelerator_utilisation");
    EXPECT_EQ(choices[2].points(), PointsOf::Samples);
    EXPECT_EQ(choices[2].y, "gpu_utilisation");
}

// Goal: a view looks as it is meant to. Method: one of several charts, then one of a single chart;
// then beside a chart of one's own.
// Goal: the published seconds are what a study's chart over time is about. Method: with two studies
// of eight runs of one's own beside them.
TEST(StudyViews, OnesOwnRunsDoNotDrownThePublishedOnes) {
    const StudyView view = viewOf("disk-over-time");
    std::vector<StudyForPlot> studies = publishedFor(view);
    for (int i = 0; i < 2; ++i) {
        studies.push_back(synthetic::threadStudy(QStringLiteral("Own %1").arg(i), i, {1, 2}));
    }
    ExploreWidget explore;
    explore.setStudies(studies);
    explore.document()->showView(view);

    std::size_t published = 0;
    std::size_t own = 0;
    for (const std::int64_t id : explore.document()->drawnRuns()) {
        const bool is_own = findRun(studies, id).study->title.startsWith(QStringLiteral("Own"));
        ++(is_own ? own : published);
    }
    EXPECT_GT(published, 0U);
    EXPECT_LE(own, published);
    EXPECT_EQ(explore.document()->chart().zoom->x->high, 4.0);
    const auto labels = explore.findChildren<QLabel*>();
    EXPECT_TRUE(std::ranges::any_of(labels, [&](const QLabel* label) {
        return !label->isHidden() && label->text().contains(view.title);
    })) << "it says which one it is";
}

// Goal: charts of one axis stand in a column that shares it, others where each has room.
TEST(StudyViews, ChartsStandInAColumnWhereTheyShareTheirAxis) {
    ExploreWidget explore;
    explore.setStudies({synthetic::threadStudy(QStringLiteral("A"), 0)});
    const auto arrangement = [&](const char* name) {
        const auto views = studyViews();
        const auto view = std::ranges::find_if(
            views, [name](const StudyView& one) { return one.name == QLatin1String(name); });
        EXPECT_TRUE(view != views.end()) << name;
        explore.document()->showView(*view);
        return explore.document()->state().arrangement;
    };
    EXPECT_EQ(arrangement("copy-stream-cache"), ChartsIn::Grid);
    EXPECT_EQ(arrangement("object-throttling"), ChartsIn::Column);
}

TEST(StudyViews, AViewTakesThePlaceOfAnotherViewsCharts) {
    ExploreWidget explore;
    explore.setStudies({synthetic::threadStudy(QStringLiteral("A"), 0)});
    const auto views = studyViews();
    const auto several = std::find_if(
        views.begin(), views.end(), [](const StudyView& view) { return !view.beside.empty(); });
    const auto single = std::find_if(
        views.begin(), views.end(), [](const StudyView& view) { return view.beside.empty(); });
    ASSERT_TRUE(several != views.end() && single != views.end());

    explore.document()->showView(*several);
    ASSERT_GT(explore.charts()->panes().size(), 1U);
    explore.document()->showView(*single);
    EXPECT_EQ(explore.charts()->panes().size(), 1U);
    EXPECT_EQ(explore.document()->choice().y, single->choice.y);

    PlotChoice own;
    own.x = "decode.threads";
    own.y = "read_latency_p99";
    explore.document()->setChoice(own);
    explore.document()->addChart();
    explore.document()->showView(*single);
    EXPECT_EQ(explore.charts()->panes().size(), 2U) << "one's own chart stays";
}

}  // namespace
}  // namespace throughline::ui
