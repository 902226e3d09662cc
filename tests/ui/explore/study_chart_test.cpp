// SPDX-License-Identifier: GPL-3.0-or-later
// With THROUGHLINE_PICTURES=FOLDER the pictures are written there to be looked at.
#include "ui/explore/study_chart.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "tests/ui/charts/synthetic_studies.h"
#include "tests/ui/kept_picture.h"
#include "ui/charts/node_plots.h"
#include "ui/plot/plot_layout.h"
#include "ui/plot/plot_map.h"

namespace throughline::ui {
namespace {

TEST(StudyChartTest, ShowsTheStudyWithItsDefaultAxes) {
    StudyChart chart;
    chart.resize(700, 360);
    EXPECT_FALSE(chart.plot()->model().emptyText.isEmpty());

    chart.setStudy(synthetic::studyWithCeilings());

    EXPECT_EQ(chart.plot()->model().series.size(), 2U);
    keepPicture(chart, QStringLiteral("study-chart"));
}

// Goal: who presents a study without a curve does not get the chart of the one before.
TEST(StudyChartTest, OfAStudyWithoutACurveThereIsNoChart) {
    StudyChart chart;
    chart.setStudy(synthetic::studyWithCeilings());
    ASSERT_TRUE(chart.plot()->model().hasPoints());
    StudyForPlot single = synthetic::studyWithCeilings();
    const spec::SettingValue threads = single.runs.back().settings.at("decode.threads");
    std::erase_if(single.runs, [&](const RunForPlot& run) {
        const auto own = run.settings.find("decode.threads");
        return own != run.settings.end() && own->second != threads;
    });
    chart.setStudy(single);  // each stage once
    EXPECT_FALSE(chart.plot()->model().hasPoints());
}

// Goal: how well many nodes scale is seen at once, and each of them a choice away.
TEST(StudyChartTest, OfSeveralNodesTheRateStandsBesideTheIdealAndTheOthersAreAChoiceAway) {
    StudyChart chart;
    chart.resize(700, 360);
    chart.setStudy(synthetic::nodeStudy());

    ASSERT_EQ(chart.shown()->count(), 3);
    EXPECT_FALSE(chart.shown()->isHidden());
    const auto names = [&chart] {
        QStringList all;
        for (const PlotSeries& series : chart.plot()->model().series) {
            all << series.name;
        }
        return all;
    };
    EXPECT_TRUE(names().contains(QStringLiteral("Ideal scaling")))
        << names().join(u';').toStdString();
    EXPECT_EQ(chart.plot()->model().x.key, "node_count");
    keepPicture(chart, QStringLiteral("study-chart-nodes"));
    chart.shown()->setCurrentIndex(1);
    EXPECT_EQ(chart.plot()->model().y.key, "scaling_efficiency");
    EXPECT_GT(chart.plot()->model().series.size(), 1U) << "beside the published ones";
    keepPicture(chart, QStringLiteral("study-chart-nodes-efficiency"));
    chart.shown()->setCurrentIndex(2);
    EXPECT_TRUE(names().contains(QStringLiteral("n3 (holds the others back)")));
    keepPicture(chart, QStringLiteral("study-chart-nodes-each"));
    chart.setStudy(synthetic::nodeStudy());
    EXPECT_EQ(chart.shown()->currentIndex(), 2) << "what was chosen stays while runs end";
    chart.setStudy(synthetic::studyWithCeilings());
    EXPECT_TRUE(chart.shown()->isHidden());
}

/// What 8 hosts of 8 nodes did in two minutes: h5:3 is slower than the others, or, where all meet
/// at each step, waits least.
std::vector<NodeCourse> manyCourses(bool meet) {
    std::vector<NodeCourse> courses;
    for (int i = 0; i < 64; ++i) {
        NodeCourse one{.node = QStringLiteral("h%1:%2").arg(i / 8).arg(i % 8),
                       .imagesPerSecond = 100.0};
        one.holdsBack = i == 8 * 5 + 3;
        if (meet) {
            one.waits = one.holdsBack ? 2.0 : 30.0 + i % 5;
            one.quantity = "step_wait";
        } else if (one.holdsBack) {
            one.imagesPerSecond = 88.0;
        }
        for (int second = 1; second <= 120; ++second) {
            const bool warming_up = second <= 3;
            const bool hiccup = second == 60 && i == 7;
            one.samples.t_s.push_back(second);
            one.samples.phases.push_back(warming_up ? record::Phase::Warmup
                                                    : record::Phase::Measured);
            one.samples.values.push_back(
                warming_up || hiccup ? 0.0
                                     : one.value() * (1.0 + 0.02 * std::sin(second * (i + 1))));
        }
        courses.push_back(std::move(one));
    }
    return courses;
}

StudyForPlot sixtyFourNodes() {
    StudyForPlot study = synthetic::nodeStudy();
    RunForPlot& most = study.runs.back();
    std::erase_if(most.metrics, [](const auto& metric) {
        return metric.first.starts_with("images_per_second{node=");
    });
    for (const NodeCourse& one : manyCourses(false)) {
        most.metrics["images_per_second{node=" + one.node.toStdString() + "}"] = {
            .value = one.imagesPerSecond};
    }
    most.settings["node_count"] = std::int64_t{64};
    most.straggler = "h5:3";
    return study;
}

// Goal: among 64 nodes the one that holds the others back is found at once, and what each did is
// there. Method: 8 hosts of 8, in bars and in strips over time, as high as the page has room.
TEST(StudyChartTest, OfManyNodesTheSlowOneStandsFirstInBarsAndOnTopInStrips) {
    StudyChart chart;
    chart.resize(760, 330);
    chart.setStudy(sixtyFourNodes());
    EXPECT_TRUE(chart.lacksNodes());
    chart.setNodes(manyCourses(false));
    EXPECT_FALSE(chart.lacksNodes());
    ASSERT_EQ(chart.shown()->count(), 4);

    chart.shown()->setCurrentIndex(2);
    const PlotModel bars = chart.plot()->model();
    ASSERT_EQ(bars.x.categories.size(), 64);
    EXPECT_EQ(bars.x.categories.front(), QStringLiteral("h5:3"));
    ASSERT_EQ(bars.series.size(), 2U);
    EXPECT_EQ(bars.series[0].name, QStringLiteral("h5:3 (holds the others back)"));
    EXPECT_EQ(bars.series[0].fill, BarFill::Crossed);
    EXPECT_EQ(bars.series[1].points.size(), 63U);
    keepPicture(chart, QStringLiteral("study-chart-64-bars"));

    chart.shown()->setCurrentIndex(3);
    const PlotModel strips = chart.plot()->model();
    EXPECT_TRUE(chart.plot()->isVisibleTo(&chart));
    ASSERT_EQ(strips.y.categories.size(), 65);
    EXPECT_EQ(strips.y.categories.back(), QStringLiteral("h5:3")) << "the top row";
    EXPECT_TRUE(strips.y.categories[63].isEmpty()) << "it stands apart";
    EXPECT_EQ(strips.y.categories[62], QStringLiteral("h0:0"));
    EXPECT_EQ(strips.x.categories.back(), QStringLiteral("120 s"));
    EXPECT_EQ(strips.y.categories.front(), QStringLiteral("h7:7"));
    EXPECT_EQ(strips.legendNote, QStringLiteral("Top row: h5:3 holds the others back"));
    const auto& cells = strips.series.at(0).points;
    EXPECT_EQ(cells.size(), 64U * 59U) << "117 measured seconds, two in a cell";
    EXPECT_EQ(cells.back().note, QStringLiteral("In all: 88.0 images/s (holds the others back)"));
    ASSERT_TRUE(strips.z->range);
    EXPECT_GT(strips.z->range->low, 80.0) << "a hiccup does not press the others together";
    const PlotRange all = homeRange(strips, placedSeries(strips));
    const PlotLayout layout = layOutPlot(strips, all, {560.0, 330.0}, chart.font());
    EXPECT_EQ(layout.y.ticks.back().text, QStringLiteral("h5:3"));
    EXPECT_LT(layout.y.ticks.size(), 25U) << "names do not lie on each other";
    EXPECT_GT(layout.y.ticks.size(), 6U);
    keepPicture(chart, QStringLiteral("study-chart-64-strips"));
}

// Goal: nodes that meet at each step are all as fast; which of them the others wait for is seen by
// how long each waits.
TEST(StudyChartTest, OfManyNodesThatMeetAtEachStepTheirWaitsAreDrawn) {
    StudyChart chart;
    chart.resize(760, 330);
    chart.setStudy(sixtyFourNodes());
    chart.setNodes(manyCourses(true));
    chart.shown()->setCurrentIndex(2);
    EXPECT_EQ(chart.plot()->model().y.key, "step_wait");
    EXPECT_EQ(chart.plot()->model().x.categories.front(), QStringLiteral("h5:3"));
    chart.shown()->setCurrentIndex(3);
    EXPECT_EQ(chart.plot()->model().z->key, "step_wait");
    EXPECT_EQ(chart.plot()->model().y.categories.back(), QStringLiteral("h5:3"));
    EXPECT_EQ(
        chart.plot()->model().series.at(0).points.back().note,
        QStringLiteral("In all: 100 images/s, waits 2.00 % of the time (holds the others back)"));
    keepPicture(chart, QStringLiteral("study-chart-64-waits"));
}

// Goal: nothing is said to lie beyond what there can be. Method: nodes that wait from nearly never
// to nearly always, and those that do not.
TEST(StudyChartTest, ColoursOfSharesEndWhereSharesEnd) {
    const auto nameOf = [](double least, double most) {
        std::vector<NodeCourse> courses = manyCourses(true);
        for (NodeCourse& one : courses) {
            one.waits = most;
        }
        courses.front().waits = least;
        return stripsOfNodes(courses).series.at(0).name;
    };
    const auto has = [](const QString& name, const char* words) {
        return name.contains(QLatin1String(words));
    };
    EXPECT_FALSE(has(nameOf(1.0, 99.0), "or less") || has(nameOf(1.0, 99.0), "or more"));
    EXPECT_TRUE(has(nameOf(1.0, 50.0), "or more") && !has(nameOf(1.0, 50.0), "or less"));
    EXPECT_TRUE(has(nameOf(50.0, 99.0), "or less") && !has(nameOf(50.0, 99.0), "or more"));
    EXPECT_TRUE(has(nameOf(40.0, 50.0), "or less") && has(nameOf(40.0, 50.0), "or more"));
}

// Goal: nodes are seen where nothing but them was varied. Method: one run of four nodes.
TEST(StudyChartTest, OfASingleRunOfSeveralNodesEachIsSeen) {
    StudyForPlot study = synthetic::nodeStudy();
    study.runs.erase(study.runs.begin(), study.runs.end() - 1);
    StudyChart chart;
    chart.resize(700, 360);
    chart.setStudy(study);
    EXPECT_TRUE(chart.lacksNodes());
    EXPECT_TRUE(chart.plot()->model().hasPoints());
    std::vector<NodeCourse> few = manyCourses(false);
    few.resize(4);
    chart.setNodes(std::move(few));
    EXPECT_GE(chart.shown()->count(), 2);
    chart.shown()->setCurrentIndex(chart.shown()->count() - 1);
    EXPECT_FALSE(chart.plot()->isVisibleTo(&chart));
    keepPicture(chart, QStringLiteral("study-chart-one-run-of-nodes"));
}

// Goal: a published study of many runs can be read at a glance. Method: 40 loaders, the fastest of
// which needed no data.
TEST(StudyChartTest, OfManyBarsTheBestAreShownAndTheOthersCounted) {
    StudyForPlot study;
    study.uuid = QStringLiteral("paper");
    study.origin = record::Origin::Published;
    for (int i = 1; i <= 40; ++i) {
        RunForPlot run;
        run.id = run.number = i;
        run.settings["tool"] = "loader " + std::to_string(i);
        run.settings["data"] = std::string(i == 40 ? "synthetic" : "ImageNet");
        run.metrics["images_per_second"] = {.value = 100.0 * i};
        study.runs.push_back(std::move(run));
    }
    StudyChart chart;
    chart.resize(700, 360);
    chart.setStudy(study);

    const PlotModel& model = chart.plot()->model();
    std::set<double> rates;
    for (const PlotSeries& series : model.series) {
        for (const PlotPoint& point : series.points) {
            rates.insert(point.y);
        }
    }
    EXPECT_EQ(rates, (std::set<double>{3200, 3300, 3400, 3500, 3600, 3700, 3800, 3900}));
    EXPECT_TRUE(model.legendNote.startsWith(QStringLiteral("The best 8 of 40 runs")))
        << model.legendNote.toStdString();
    study.runs.resize(10);
    chart.setStudy(study);
    EXPECT_TRUE(chart.plot()->model().legendNote.isEmpty());
}

// Goal: no course is drawn that nobody measured. Method: of 24 runs the best ones are of one
// backend, with threads between them that were measured and are not shown.
TEST(StudyChartTest, TheBestAreNotJoinedAcrossThoseThatAreLeftOut) {
    StudyForPlot study;
    study.uuid = QStringLiteral("paper");
    study.origin = record::Origin::Published;
    const std::vector<double> fast{0, 900, 910, 0, 0, 920, 930, 0, 0, 940, 950, 960};
    for (std::int64_t i = 0; i < 12; ++i) {
        for (const std::string& backend :
             {std::string("fast"), "slow " + std::to_string(i)}) {  // names have the most values
            RunForPlot run;
            run.id = run.number = static_cast<int>(study.runs.size()) + 1;
            run.settings["backend"] = backend;
            run.settings["decode.threads"] = i + 1;
            const double rate = fast[static_cast<std::size_t>(i)];
            const bool best = backend == "fast" && rate > 0;
            run.metrics["images_per_second"] = {.value = best ? rate : 100.0 + double(i)};
            study.runs.push_back(std::move(run));
        }
    }
    StudyChart chart;
    chart.resize(700, 360);
    chart.setStudy(study);

    const PlotModel& model = chart.plot()->model();
    ASSERT_FALSE(model.series.empty());
    for (const PlotSeries& series : model.series) {
        if (!series.isLine()) {
            continue;
        }
        for (std::size_t p = 1; p < series.points.size(); ++p) {
            const PlotPoint& left = series.points[p - 1];
            const PlotPoint& right = series.points[p];
            EXPECT_TRUE(std::isnan(left.y) || std::isnan(right.y) || right.x - left.x <= 1.0)
                << left.x << " is joined with " << right.x;
        }
    }
    EXPECT_TRUE(model.legendNote.contains(QStringLiteral("not joined where others lie between")))
        << model.legendNote.toStdString();
    keepPicture(chart, QStringLiteral("study-chart-best"));
}

}  // namespace
}  // namespace throughline::ui
