// SPDX-License-Identifier: GPL-3.0-or-later
// With THROUGHLINE_PICTURES=FOLDER the pictures are written there to be looked at.
#include "ui/explore/study_chart.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace throughline::ui
