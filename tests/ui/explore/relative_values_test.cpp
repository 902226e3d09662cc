// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/relative_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/ui/explore/synthetic_studies.h"

namespace throughline::ui {
namespace {

using synthetic::threadStudy;

PlotChoice byThreads(YAs as) {
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";
    choice.yAs = as;
    return choice;
}

TEST(RelativeValues, FirstPointsBecomeOneAndIntervalsHoldBothValues) {
    const StudyForPlot study = threadStudy(QStringLiteral("A"), 0);
    const BuiltPlot plain = plotOfRuns({study}, byThreads(YAs::Value));

    const BuiltPlot built = plotOfRuns({study}, byThreads(YAs::RelativeToFirst));

    const auto& values = plain.model.series.front().points;
    const auto& points = built.model.series.front().points;
    ASSERT_EQ(points.size(), values.size());
    EXPECT_DOUBLE_EQ(points.front().y, 1.0);
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_DOUBLE_EQ(points[i].y, values[i].y / values.front().y);
        EXPECT_EQ(points[i].hasInterval(), i > 0) << "a point over itself is exactly 1";
        if (i > 0) {  // 3 % each, in quadrature
            EXPECT_NEAR(points[i].high / points[i].y, 1.0 + 0.03 * std::sqrt(2.0), 1e-9);
        }
    }
    EXPECT_EQ(built.model.y.unit, "1");
    EXPECT_TRUE(built.model.y.title.contains(QStringLiteral("first point")));
}

TEST(RelativeValues, EfficiencyIsSpeedUpOverTheGrowthOfX) {
    const StudyForPlot study = threadStudy(QStringLiteral("A"), 0);

    const BuiltPlot built = plotOfRuns({study}, byThreads(YAs::Efficiency));

    const auto& points = built.model.series.front().points;
    const auto first = measuredOf(study.runs[0], "images_per_second")->value;
    const auto last = measuredOf(study.runs[3], "images_per_second")->value;
    EXPECT_DOUBLE_EQ(points.front().y, 100.0);
    EXPECT_DOUBLE_EQ(points.back().y, 100.0 * last / first / 8.0);
    EXPECT_EQ(built.model.y.unit, "%");
}

TEST(RelativeValues, TheBaselineIsComparedAtTheSameX) {
    StudyForPlot base = threadStudy(QStringLiteral("base"), 0);
    base.isBaseline = true;
    base.runs.pop_back();  // none at 8 threads
    const StudyForPlot other = threadStudy(QStringLiteral("other"), 1);

    const BuiltPlot built = plotOfRuns({base, other}, byThreads(YAs::RelativeToBaseline));

    ASSERT_EQ(built.model.series.size(), 2U);
    for (const PlotPoint& point : built.model.series[0].points) {
        EXPECT_DOUBLE_EQ(point.y, 1.0);
    }
    ASSERT_EQ(built.model.series[1].points.size(), 3U);
    EXPECT_NEAR(built.model.series[1].points.front().y, 0.78, 1e-9);
    EXPECT_TRUE(built.missing.join(QChar(u' ')).contains(QStringLiteral("left out: 1")));
}

TEST(RelativeValues, EachCurveIsHeldAgainstItsCounterpart) {
    StudyForPlot base = synthetic::studyWithCeilings();
    base.isBaseline = true;

    const BuiltPlot built = plotOfRuns({base}, byThreads(YAs::RelativeToBaseline));

    ASSERT_EQ(built.model.series.size(), 2U);  // full pipeline, decode alone
    for (const PlotSeries& series : built.model.series) {
        for (const PlotPoint& point : series.points) {
            EXPECT_DOUBLE_EQ(point.y, 1.0) << series.name.toStdString();
        }
    }
}

TEST(RelativeValues, WhatIsNoRateOverACountHasNoIdeal) {
    const StudyForPlot study = threadStudy(QStringLiteral("A"), 0);
    PlotChoice choice = byThreads(YAs::Efficiency);
    choice.y = "read_latency_p99";
    choice.ideal = true;

    const BuiltPlot built = plotOfRuns({study}, choice);

    EXPECT_EQ(built.model.series.size(), 1U);
    EXPECT_EQ(built.model.y.unit, "s");
    EXPECT_TRUE(built.missing.join(QChar(u' ')).contains(QStringLiteral("efficiency")));
}

TEST(RelativeValues, WithoutABaselineTheValuesStayAndItIsSaid) {
    const StudyForPlot study = threadStudy(QStringLiteral("A"), 0);

    const BuiltPlot built = plotOfRuns({study}, byThreads(YAs::RelativeToBaseline));

    EXPECT_EQ(built.model.y.unit, "1/s");
    EXPECT_TRUE(built.missing.join(QChar(u' ')).contains(QStringLiteral("baseline")));
}

TEST(RelativeValues, TheIdealLineGoesThroughTheFirstPointAndTheOrigin) {
    const StudyForPlot study = threadStudy(QStringLiteral("A"), 0);
    PlotChoice choice = byThreads(YAs::Value);
    choice.ideal = true;

    const BuiltPlot built = plotOfRuns({study}, choice);

    ASSERT_EQ(built.model.series.size(), 2U);
    const PlotSeries& ideal = built.model.series.back();
    EXPECT_TRUE(ideal.reference);
    const double share = built.model.series.front().points.front().y;  // of one thread
    for (const PlotPoint& point : ideal.points) {
        EXPECT_NEAR(point.y, share * point.x, 1e-6);
    }
    EXPECT_DOUBLE_EQ(ideal.points.back().x, 8.0);
}

TEST(LevelLines, WhatXHasNoBearingOnIsALevel) {
    PlotChoice choice = byThreads(YAs::Value);
    choice.goal = 4000.0;

    const BuiltPlot built = plotOfRuns({synthetic::studyWithCeilings()}, choice);

    ASSERT_EQ(built.model.levels.size(), 2U);
    EXPECT_DOUBLE_EQ(built.model.levels[0].y, 2900.0);
    EXPECT_EQ(built.model.levels[0].text, QStringLiteral("storage alone"));
    EXPECT_DOUBLE_EQ(built.model.levels[1].y, 4000.0);
    EXPECT_TRUE(plotOfRuns({synthetic::studyWithCeilings()}, byThreads(YAs::Efficiency))
                    .model.levels.empty());
}

TEST(SplittingKeys, NumbersThatGrowWithXMakeNoCurvesOfTheirOwn) {
    StudyForPlot study = threadStudy(QStringLiteral("fio"), 0);
    for (RunForPlot& run : study.runs) {
        run.settings["io_outstanding"] =
            std::get<std::int64_t>(run.settings.at("decode.threads")) * 32;
    }

    const BuiltPlot built = plotOfRuns({study}, byThreads(YAs::Value));

    ASSERT_EQ(built.model.series.size(), 1U);
    EXPECT_EQ(built.model.series.front().points.size(), 4U);
}

TEST(SplittingKeys, WhatGrowsOutOfProportionIsACurveOfItsOwn) {
    StudyForPlot study = threadStudy(QStringLiteral("two things at once"), 0);
    for (RunForPlot& run : study.runs) {
        const auto threads = std::get<std::int64_t>(run.settings.at("decode.threads"));
        run.settings["batch.images"] = threads == 1 ? std::int64_t{32} : threads * 128;
    }

    const BuiltPlot built = plotOfRuns({study}, byThreads(YAs::Value));

    EXPECT_EQ(built.model.series.size(), 4U);
}

TEST(XAsNames, NumbersStandSideBySideInTheirOrder) {
    StudyForPlot study = threadStudy(QStringLiteral("A"), 0);
    std::reverse(study.runs.begin(), study.runs.end());
    PlotChoice choice = byThreads(YAs::Value);
    choice.xAsNames = true;

    const BuiltPlot built = plotOfRuns({study}, choice);

    EXPECT_EQ(
        built.model.x.categories,
        (QStringList{
            QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("4"), QStringLiteral("8")}));
    EXPECT_TRUE(built.model.series.front().bars);
}

}  // namespace
}  // namespace throughline::ui
