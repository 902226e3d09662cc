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

}  // namespace
}  // namespace throughline::ui
