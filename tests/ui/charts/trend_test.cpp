// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "tests/ui/charts/synthetic_studies.h"
#include "ui/charts/plot_builder.h"

namespace throughline::ui {
namespace {

constexpr double kDay = 86'400.0;

/// The same four configurations on three days, each with another version; the newest comes first,
/// as libraries list them.
std::vector<StudyForPlot> threeDays() {
    std::vector<StudyForPlot> studies;
    for (const int day : {3, 2, 1}) {
        StudyForPlot study = synthetic::threadStudy(QStringLiteral("Day %1").arg(day), 3 - day);
        for (RunForPlot& run : study.runs) {
            run.id += 100 * day;
            run.startedAt = day * kDay;
            run.settings["tool_version"] = "0." + std::to_string(day + 8) + ".0";
        }
        studies.push_back(study);
    }
    return studies;
}

PlotChoice over(const char* x) {
    PlotChoice choice;
    choice.x = x;
    choice.y = "images_per_second";
    return choice;
}

TEST(Trend, ACurveForEachConfigurationThroughAllStudies) {
    const BuiltPlot built = plotOfRuns(threeDays(), over("started_at"));

    ASSERT_EQ(built.model.series.size(), 4U);
    EXPECT_TRUE(built.model.x.isDate);
    for (const PlotSeries& series : built.model.series) {
        ASSERT_EQ(series.points.size(), 3U);
        EXPECT_TRUE(series.isLine());
        EXPECT_EQ(series.points[0].x, 1 * kDay);
        EXPECT_EQ(series.points[2].x, 3 * kDay);
        EXPECT_TRUE(series.points[0].hasInterval());
        EXPECT_TRUE(series.points[0].note.contains(QStringLiteral("Day 1")));
    }
    EXPECT_EQ(built.model.series[2].name, QStringLiteral("4 threads"));
}

TEST(Trend, VersionsStandInTheOrderInWhichTheyCame) {
    const BuiltPlot built = plotOfRuns(threeDays(), over("tool_version"));

    EXPECT_EQ(built.model.x.categories.join(u' '), QStringLiteral("0.9.0 0.10.0 0.11.0"));
    ASSERT_EQ(built.model.series.size(), 4U);
    EXPECT_FALSE(built.model.series[0].isLine());
}

TEST(Trend, RunsWithoutADateAreCountedAndPublishedOnesKeptApart) {
    auto studies = threeDays();
    studies[0].runs[0].startedAt.reset();
    studies[2].origin = record::Origin::Published;

    const BuiltPlot built = plotOfRuns(studies, over("started_at"));

    EXPECT_EQ(built.model.series.size(), 8U);
    ASSERT_EQ(built.missing.size(), 1);
    EXPECT_TRUE(built.missing[0].startsWith(QStringLiteral("1 of 12 runs (Day 3): no start")))
        << built.missing[0].toStdString();
}

// Goal: a configuration keeps its colour for life. Method: the same ones with less ticked beside
// them, in another order, and along another axis.
TEST(Trend, ColoursDoNotDependOnWhatElseIsTicked) {
    const auto looks = [](const BuiltPlot& built) {
        std::map<QString, std::pair<int, MarkerShape>> found;
        for (const PlotSeries& series : built.model.series) {
            found[series.name] = {series.colourSlot, series.marker};
        }
        return found;
    };
    const auto all = looks(plotOfRuns(threeDays(), over("started_at")));
    ASSERT_EQ(all.size(), 4U);
    std::set<int> colours;
    for (const auto& [name, look] : all) {
        colours.insert(look.first % kRunColourCount);
    }
    EXPECT_EQ(colours.size(), 4U) << "1, 2, 4 and 8 threads have hues of their own";
    auto fewer = threeDays();
    fewer.pop_back();
    for (StudyForPlot& study : fewer) {
        std::reverse(study.runs.begin(), study.runs.end());
        study.runs.pop_back();  // of 1 thread
    }

    for (const char* x : {"started_at", "tool_version"}) {
        for (const auto& [name, look] : looks(plotOfRuns(fewer, over(x)))) {
            EXPECT_EQ(look, all.at(name)) << name.toStdString() << " over " << x;
        }
    }
}

/// One day each on two computers with a disk each, the same settings.
std::vector<StudyForPlot> twoComputers() {
    std::vector<StudyForPlot> studies;
    for (const int day : {1, 2}) {
        StudyForPlot study = synthetic::threadStudy(
            QStringLiteral("Day %1").arg(day), day, {32}, day == 1 ? "vda" : "nvme0n1");
        study.machine.host = day == 1 ? "vm" : "bigbox";
        study.runs.resize(1);
        study.runs[0].id += 100 * day;
        study.runs[0].startedAt = day * kDay;
        study.runs[0].settings["tool_version"] = "1.0";
        studies.push_back(study);
    }
    return studies;
}

TEST(Trend, AnotherComputerOrDiskDoesNotGoOnInTheSameCurve) {
    for (const char* x : {"started_at", "tool_version"}) {
        const BuiltPlot both = plotOfRuns(twoComputers(), over(x));
        ASSERT_EQ(both.model.series.size(), 2U) << x;
        EXPECT_EQ(both.model.series[0].name, QStringLiteral("vda, vm"));
        EXPECT_EQ(both.model.series[1].name, QStringLiteral("nvme0n1, bigbox"));
        EXPECT_NE(both.model.series[0].colourSlot, both.model.series[1].colourSlot);
    }
    auto studies = twoComputers();
    studies[1].machine = studies[0].machine;
    PlotChoice disks = over("started_at");
    disks.y = "disk_utilisation";
    const BuiltPlot built = plotOfRuns(studies, disks);
    ASSERT_EQ(built.model.series.size(), 2U);
    EXPECT_EQ(built.model.series[0].name, QStringLiteral("vda"));
    EXPECT_EQ(built.model.series[1].name, QStringLiteral("nvme0n1"));
}

// Method: the first computer's run alone, beside another computer, and beside a run of several
// disks, where the curves are named by their disks.
TEST(Trend, AComputersColourDoesNotDependOnWhatElseIsTicked) {
    PlotChoice choice = over("started_at");
    choice.y = "disk_utilisation";
    const auto colourOfFirst = [&](const std::vector<StudyForPlot>& studies) {
        return plotOfRuns(studies, choice).model.series.front().colourSlot;
    };
    auto several = twoComputers();
    several[1].runs[0].metrics["disk_utilisation{device=sda}"] = {.value = 5.0};
    ASSERT_EQ(plotOfRuns(several, choice).model.series.size(), 3U);

    const int alone = colourOfFirst({twoComputers()[0]});

    EXPECT_EQ(colourOfFirst(twoComputers()), alone);
    EXPECT_EQ(colourOfFirst(several), alone);
}

TEST(Trend, TheSecondAxisOfAConfigurationHasItsColour) {
    PlotChoice choice = over("started_at");
    choice.part<SecondY>()->y2 = "read_latency_p99";

    const BuiltPlot built = plotOfRuns(threeDays(), choice);

    ASSERT_EQ(built.model.series.size(), 8U);
    for (const PlotSeries& second : built.model.series) {
        if (!second.onSecondAxis) {
            continue;
        }
        const auto first = std::find_if(
            built.model.series.begin(), built.model.series.end(), [&](const PlotSeries& series) {
                return !series.onSecondAxis && series.curve == second.curve;
            });
        ASSERT_NE(first, built.model.series.end());
        EXPECT_EQ(first->colourSlot, second.colourSlot);
        EXPECT_EQ(first->marker, second.marker);
    }
}

TEST(Trend, IsReadRelativeToTheFirstDay) {
    PlotChoice choice = over("started_at");
    choice.part<AlongX>()->yAs = YAs::RelativeToFirst;

    const BuiltPlot built = plotOfRuns(threeDays(), choice);

    for (const PlotSeries& series : built.model.series) {
        EXPECT_DOUBLE_EQ(series.points[0].y, 1.0);
        EXPECT_GT(series.points[2].y, 1.0);
    }
}

}  // namespace
}  // namespace throughline::ui
