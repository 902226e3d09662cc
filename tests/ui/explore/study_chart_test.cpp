// SPDX-License-Identifier: GPL-3.0-or-later
// With THROUGHLINE_PICTURES=FOLDER the pictures are written there to be looked at.
#include "ui/explore/study_chart.h"

#include <gtest/gtest.h>

#include <set>

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

}  // namespace
}  // namespace throughline::ui
