// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/looks.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/ui/explore/synthetic_studies.h"

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

TEST(Looks, WithoutAChoiceEachCurveKeepsItsOwn) {
    const BuiltPlot built = plotOfRuns(studies(), byThreads());

    std::set<int> slots;
    for (const PlotSeries& series : built.model.series) {
        slots.insert(series.colourSlot);
        EXPECT_EQ(series.marker, runMarker(series.colourSlot));
    }
    EXPECT_EQ(slots.size(), 4U);
}

TEST(Looks, ColourSaysTheValueOfAConditionInEveryStudy) {
    PlotChoice choice = byThreads();
    choice.colourBy = "storage.queue_depth";

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
    choice.colourBy = "storage.queue_depth";
    choice.markerBy = "storage_target";

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
    choice.colourBy = "decode.threads";

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
    choice.colourBy = "storage.queue_depth";

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
    choice.colourBy = "storage_target";

    for (const PlotSeries& series : plotOfRuns(all, choice).model.series) {
        EXPECT_EQ(series.colourSlot, series.name.startsWith(QStringLiteral("A")) ? 0 : 1);
    }
}

}  // namespace
}  // namespace throughline::ui
