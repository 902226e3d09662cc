// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/looks.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/ui/charts/synthetic_studies.h"
#include "ui/charts/plot_builder.h"
#include "ui/plot/series_look.h"

namespace throughline::ui {
namespace {

PlotChoice byThreads() {
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";
    return choice;
}

/// Two studies on two storage systems, each at two queue depths.
std::vector<StudyForPlot> studies() {
    std::vector<StudyForPlot> all{synthetic::threadStudy(QStringLiteral("A"), 0, {32, 8}),
                                  synthetic::threadStudy(QStringLiteral("B"), 1, {8, 32})};
    for (RunForPlot& run : all[0].runs) {
        run.settings["storage_target"] = std::string("NVMe");
    }
    for (RunForPlot& run : all[1].runs) {
        run.settings["storage_target"] = std::string("NFS");
    }
    return all;
}

// Goal: in a meeting "the orange one" is a study. Method: two studies of two curves each.
TEST(Looks, AStudyHasOneColourAndItsCurvesHaveTintsOfIt) {
    const auto two = studies();
    const BuiltPlot built = plotOfRuns(two, byThreads());

    std::set<std::pair<int, int>> looks;
    for (const PlotSeries& series : built.model.series) {
        EXPECT_EQ(series.colourSlot, series.group == two[0].uuid ? 0 : 1);
        EXPECT_EQ(series.marker, runMarker(series.colourSlot + series.tint));
        EXPECT_FALSE(series.stageAlone);
        looks.insert({series.colourSlot, series.tint});
    }
    EXPECT_EQ(looks.size(), 4U);
}

// A stage alone is told from the whole pipeline by its line, whatever its study's colour.
TEST(Looks, AStageAloneHasALineOfItsOwn) {
    StudyForPlot study = synthetic::threadStudy(QStringLiteral("A"), 0);
    for (RunForPlot& run : study.runs) {
        run.settings["stages"] = std::string("decode");
    }

    const BuiltPlot built = plotOfRuns({study}, byThreads());

    ASSERT_EQ(built.model.series.size(), 1U);
    EXPECT_TRUE(built.model.series[0].stageAlone);
    EXPECT_EQ(lineStyle(built.model.series[0]), Qt::DashDotDotLine);
}

std::map<QString, std::tuple<int, int, MarkerShape>> looksByCurve(const BuiltPlot& built,
                                                                  const QString& study) {
    std::map<QString, std::tuple<int, int, MarkerShape>> looks;
    for (const PlotSeries& series : built.model.series) {
        if (series.group == study) {
            looks[series.curve] = {series.colourSlot, series.tint, series.marker};
        }
    }
    return looks;
}

TEST(Looks, CurveKeepsItsOwnWhateverIsTickedBesideIt) {
    const auto both = studies();
    const auto alone = looksByCurve(plotOfRuns({both[1]}, byThreads()), both[1].uuid);

    EXPECT_EQ(alone.size(), 2U);
    EXPECT_EQ(looksByCurve(plotOfRuns(both, byThreads()), both[1].uuid), alone);
}

TEST(Looks, SingleRunKeepsItsOwnWhenOthersOfItsStudyAreNotShown) {
    PlotChoice choice = byThreads();
    choice.chart = SamplesChart{};
    StudyForPlot study = studies()[0];
    const std::int64_t last = study.runs.back().id;
    const BuiltPlot all = plotOfSamples({study}, choice, {}, {});
    study.runs.erase(study.runs.begin(), std::prev(study.runs.end()));
    const BuiltPlot one = plotOfSamples({study}, choice, {}, {last});

    EXPECT_EQ(one.model.series.back().run, last);
    EXPECT_EQ(one.model.series.back().tint, all.model.series.back().tint);
    EXPECT_EQ(one.model.series.back().marker, all.model.series.back().marker);
}

TEST(Looks, CurvesThatWouldLookTheSameAreToldApartByMarkerOrFilling) {
    auto two = studies();
    two[1].colourSlot = two[0].colourSlot;
    for (const bool bars : {false, true}) {
        PlotChoice choice = byThreads();
        choice.part<AlongX>()->xAsNames = bars;
        const BuiltPlot built = plotOfRuns(two, choice);

        std::set<std::tuple<int, MarkerShape, BarFill>> seen;
        for (const PlotSeries& series : built.model.series) {
            seen.insert({series.tint, series.marker, series.fill});
        }
        EXPECT_EQ(seen.size(), 4U);
        EXPECT_EQ(built.model.series[2].colourSlot, two[1].colourSlot) << "the colour stays";
    }
}

// Goal: as many curves as a published study has in one chart are told apart by more than shades of
// brown. Method: eleven drawn curves, between them others that have no point.
TEST(Looks, ElevenCurvesOfAStudyHaveElevenMarkers) {
    StudyForPlot study;
    study.uuid = QStringLiteral("paper");
    study.origin = record::Origin::Published;
    for (int i = 0; i < 22; ++i) {
        RunForPlot run;
        run.id = run.number = i + 1;
        run.settings["label"] = "setup " + std::to_string(i);
        run.settings["decode.threads"] = std::int64_t{4};
        if (i % 2 == 0) {
            run.metrics["images_per_second"] = {.value = 100.0 * run.number};
        }
        study.runs.push_back(std::move(run));
    }
    const BuiltPlot built = plotOfRuns({study}, byThreads());
    std::set<MarkerShape> markers;
    for (const PlotSeries& series : built.model.series) {
        markers.insert(series.marker);
    }
    ASSERT_EQ(built.model.series.size(), 11U);
    EXPECT_EQ(markers.size(), 11U);
}

// Goal: what authors estimate never looks measured. Method: one system of several is an estimate,
// alone among its curves, so that nothing else would set it apart.
TEST(Looks, EveryEstimateIsHollowAndNoMeasurementIs) {
    StudyForPlot study;
    study.uuid = QStringLiteral("paper");
    study.origin = record::Origin::Published;
    for (const char* system : {"disk", "store", "cache", "network"}) {
        RunForPlot run;
        run.id = run.number = static_cast<int>(study.runs.size()) + 1;
        run.settings["system"] = std::string(system);
        run.metrics["images_per_second"] = {.value = 100.0 * run.number};
        if (run.number % 2 == 0) {
            run.settings["statement"] = std::string("estimate");
        }
        study.runs.push_back(std::move(run));
    }
    PlotChoice choice;
    choice.x = "system";
    choice.y = "images_per_second";
    const BuiltPlot built = plotOfRuns({study}, choice);
    std::map<std::int64_t, bool> hollow;
    for (const PlotSeries& series : built.model.series) {
        for (const PlotPoint& point : series.points) {
            hollow[point.id] = isHollow(series);
        }
    }
    EXPECT_EQ(hollow, (std::map<std::int64_t, bool>{{1, false}, {2, true}, {3, false}, {4, true}}));
}

TEST(Looks, ColourSaysTheValueOfAConditionInEveryStudy) {
    PlotChoice choice = byThreads();
    choice.part<ColourBy>()->colourBy = "storage.queue_depth";

    const BuiltPlot built = plotOfRuns(studies(), choice);

    ASSERT_EQ(built.model.series.size(), 4U);
    std::map<int, std::set<MarkerShape>> markers;
    for (const PlotSeries& series : built.model.series) {
        // 8 comes before 32, whichever a study began with.
        EXPECT_EQ(series.colourSlot, series.name.contains(QStringLiteral("QD 8")) ? 0 : 1)
            << series.name.toStdString();
        markers[series.colourSlot].insert(series.marker);
    }
    EXPECT_EQ(markers[0].size(), 2U) << "curves of one colour are told apart by their markers";
}

TEST(Looks, MarkerSaysAConditionThatDiffersBetweenStudies) {
    PlotChoice choice = byThreads();
    choice.part<ColourBy>()->colourBy = "storage.queue_depth";
    choice.part<MarkerBy>()->markerBy = "storage_target";

    const BuiltPlot built = plotOfRuns(studies(), choice);

    for (const PlotSeries& series : built.model.series) {
        const bool first = series.name.startsWith(QStringLiteral("A"));
        EXPECT_EQ(series.marker, runMarker(first ? 0 : 1));
        EXPECT_TRUE(series.name.contains(first ? QStringLiteral("NVMe") : QStringLiteral("NFS")))
            << series.name.toStdString();
    }
}

TEST(Looks, AConditionThatRunsAlongACurveSplitsIt) {
    PlotChoice choice = byThreads();
    choice.x = "read_iops{device=vda}";  // along which the threads run
    choice.part<ColourBy>()->colourBy = "decode.threads";

    const BuiltPlot built = plotOfRuns({synthetic::threadStudy(QStringLiteral("A"), 0)}, choice);

    ASSERT_EQ(built.model.series.size(), 4U);
    for (const PlotSeries& series : built.model.series) {
        EXPECT_EQ(series.points.size(), 1U);
    }
}

TEST(Looks, MoreValuesThanColoursAreSaid) {
    StudyForPlot study =
        synthetic::threadStudy(QStringLiteral("A"), 0, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    PlotChoice choice = byThreads();
    choice.part<ColourBy>()->colourBy = "storage.queue_depth";

    const BuiltPlot built = plotOfRuns({study}, choice);

    ASSERT_EQ(built.missing.size(), 1);
    EXPECT_TRUE(built.missing[0].contains(QStringLiteral("colours repeat after 8")));
}

TEST(Looks, RunsWithoutTheConditionLookLikeNoValue) {
    std::vector<StudyForPlot> all = studies();
    for (RunForPlot& run : all[1].runs) {
        run.settings.erase("storage_target");
    }
    PlotChoice choice = byThreads();
    choice.part<ColourBy>()->colourBy = "storage_target";

    for (const PlotSeries& series : plotOfRuns(all, choice).model.series) {
        EXPECT_EQ(series.colourSlot, series.name.startsWith(QStringLiteral("A")) ? 0 : 1);
    }
}

}  // namespace
}  // namespace throughline::ui
