// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/relative_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/ui/charts/synthetic_studies.h"
#include "ui/charts/fields.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/provenance.h"
#include "ui/plot/plot_table.h"

namespace throughline::ui {
namespace {

using synthetic::threadStudy;

PlotChoice byThreads(YAs as) {
    PlotChoice choice;
    choice.x = "decode.threads";
    choice.y = "images_per_second";
    choice.part<AlongX>()->yAs = as;
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

// Goal: unlike things are not divided by each other. Method: a baseline of decoding alone, of
// which there is one curve, against whole pipelines.
TEST(RelativeValues, WhatTheBaselineMeasuredOtherStagesOfIsLeftOut) {
    StudyForPlot base = threadStudy(QStringLiteral("base"), 0);
    base.isBaseline = true;
    for (RunForPlot& run : base.runs) {
        run.settings["stages"] = "decode";
    }
    StudyForPlot other = threadStudy(QStringLiteral("other"), 1);
    for (RunForPlot& run : other.runs) {
        run.settings["stages"] = "full";
    }

    const BuiltPlot built = plotOfRuns({base, other}, byThreads(YAs::RelativeToBaseline));

    ASSERT_EQ(built.model.series.size(), 1U);
    EXPECT_EQ(built.model.series[0].group, base.uuid);
    EXPECT_TRUE(built.missing.join(QChar(u' ')).contains(QStringLiteral("left out: 4")))
        << built.missing.join(QChar(u' ')).toStdString();
}

TEST(RelativeValues, ACurveFindsTheBaselinesOfItsOwnStages) {
    StudyForPlot base = synthetic::studyWithCeilings();  // full pipeline, decode alone, …
    base.isBaseline = true;
    const StudyForPlot other = threadStudy(QStringLiteral("other"), 1);
    StudyForPlot full = other;
    for (RunForPlot& run : full.runs) {
        run.settings["stages"] = "full";
    }

    const BuiltPlot built = plotOfRuns({base, full}, byThreads(YAs::RelativeToBaseline));

    const auto at = std::find_if(built.model.series.begin(),
                                 built.model.series.end(),
                                 [&](const auto& series) { return series.group == full.uuid; });
    ASSERT_NE(at, built.model.series.end());
    EXPECT_EQ(at->points.size(), 4U);
}

// Goal: three runs of one configuration count alike as a reference. Method: known values.
TEST(RelativeValues, SeveralRunsAtOnePlaceCountWithTheirMean) {
    StudyForPlot base = threadStudy(QStringLiteral("base"), 0);
    base.isBaseline = true;
    for (const double factor : {0.5, 2.1}) {
        RunForPlot again = base.runs.front();
        again.id += static_cast<std::int64_t>(factor * 1000);
        again.metrics["images_per_second"].value *= factor;
        base.runs.push_back(again);
    }
    const StudyForPlot other = threadStudy(QStringLiteral("other"), 1);

    const BuiltPlot built = plotOfRuns({base, other}, byThreads(YAs::RelativeToBaseline));

    ASSERT_EQ(built.model.series.size(), 2U);
    const PlotPoint& first = built.model.series[1].points.front();
    EXPECT_NEAR(first.y, 0.78 / 1.2, 1e-9);  // (1 + 0.5 + 2.1) / 3
    EXPECT_FALSE(first.hasInterval());
    EXPECT_TRUE(built.model.series[1].points.back().hasInterval());
    const QString said = caveatsOf({base, other}, {&built.model}).join(QChar(u' '));
    EXPECT_TRUE(said.contains(QStringLiteral("share a point (1 times)"))) << said.toStdString();
}

TEST(RelativeValues, ACurveOfOnePlaceHasNoEfficiency) {
    StudyForPlot study = threadStudy(QStringLiteral("A"), 0);
    study.runs.resize(1);

    for (const YAs as : {YAs::Efficiency, YAs::RelativeToFirst}) {
        const BuiltPlot built = plotOfRuns({study}, byThreads(as));

        EXPECT_FALSE(built.model.hasPoints());
        EXPECT_TRUE(built.missing.join(QChar(u' ')).contains(QStringLiteral("one point")))
            << built.missing.join(QChar(u' ')).toStdString();
    }
}

TEST(RelativeValues, WhatIsNoRateOverACountHasNoIdeal) {
    const StudyForPlot study = threadStudy(QStringLiteral("A"), 0);
    PlotChoice choice = byThreads(YAs::Efficiency);
    choice.y = "read_latency_p99";
    choice.part<AlongX>()->ideal = true;

    const BuiltPlot built = plotOfRuns({study}, choice);

    EXPECT_EQ(built.model.series.size(), 1U);
    EXPECT_EQ(built.model.y.unit, "s");
    EXPECT_TRUE(built.missing.join(QChar(u' ')).contains(QStringLiteral("Efficiency")));
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
    choice.part<AlongX>()->ideal = true;

    const BuiltPlot built = plotOfRuns({study}, choice);

    ASSERT_EQ(built.model.series.size(), 2U);
    const PlotSeries& ideal = built.model.series.back();
    EXPECT_EQ(ideal.kind, SeriesKind::Reference);
    const double share = built.model.series.front().points.front().y;  // of one thread
    for (const PlotPoint& point : ideal.points) {
        EXPECT_NEAR(point.y, share * point.x, 1e-6);
    }
    EXPECT_DOUBLE_EQ(ideal.points.back().x, 8.0);
    PlotTableModel table;
    table.setPlot(built.model);
    EXPECT_EQ(table.rowCount(), 8) << "the ideal stands beside each of the four values";
    EXPECT_TRUE(table.toCsv().contains("Ideal scaling,2,"));
}

// Goal: one node alone shows what eight would do at best. Method: a curve of one place beside one
// that goes on.
TEST(RelativeValues, TheIdealOfASinglePlaceGoesToWhereOthersAreMeasured) {
    StudyForPlot one = threadStudy(QStringLiteral("one"), 0);
    one.runs.resize(1);
    StudyForPlot eight = threadStudy(QStringLiteral("eight"), 1);
    eight.runs.erase(eight.runs.begin(), eight.runs.begin() + 3);
    PlotChoice choice = byThreads(YAs::Value);
    choice.part<AlongX>()->ideal = true;

    const BuiltPlot built = plotOfRuns({one, eight}, choice);

    ASSERT_EQ(built.model.series.size(), 3U);
    const PlotSeries& ideal = built.model.series.back();
    EXPECT_EQ(ideal.kind, SeriesKind::Reference);
    EXPECT_EQ(ideal.group, one.uuid);
    EXPECT_DOUBLE_EQ(ideal.points.back().x, 8.0);
    EXPECT_DOUBLE_EQ(ideal.points.back().y, 8.0 * built.model.series[0].points.front().y);
}

// Goal: a lone point says nothing of how a curve goes on, and no line of its own hides those that
// do.
TEST(RelativeValues, BesideACurveALonePointHasNoIdeal) {
    StudyForPlot one = threadStudy(QStringLiteral("one"), 0);
    one.runs.resize(1);
    const StudyForPlot curve = threadStudy(QStringLiteral("curve"), 1);
    PlotChoice choice = byThreads(YAs::Value);
    choice.part<AlongX>()->ideal = true;

    const BuiltPlot built = plotOfRuns({one, curve}, choice);

    ASSERT_EQ(built.model.series.size(), 3U);
    EXPECT_EQ(built.model.series.back().kind, SeriesKind::Reference);
    EXPECT_EQ(built.model.series.back().group, curve.uuid);
}

TEST(LevelLines, WhatXHasNoBearingOnIsALevel) {
    PlotChoice choice = byThreads(YAs::Value);
    choice.part<LevelsShown>()->goal = 4000.0;

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
    choice.part<AlongX>()->xAsNames = true;

    const BuiltPlot built = plotOfRuns({study}, choice);

    EXPECT_EQ(
        built.model.x.categories,
        (QStringList{
            QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("4"), QStringLiteral("8")}));
    EXPECT_EQ(built.model.series.front().kind, SeriesKind::Bars);
}

}  // namespace
}  // namespace throughline::ui
