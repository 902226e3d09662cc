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
