// SPDX-License-Identifier: GPL-3.0-or-later
// Which curves the explorer shows and how closely: taken back, forth, and kept with views.
#include <gtest/gtest.h>

#include <QTest>
#include <QTimer>
#include <algorithm>
#include <functional>

#include "tests/ui/charts/synthetic_studies.h"
#include "tests/ui/kept_picture.h"
#include "tests/ui/legend_click.h"
#include "ui/explore/explore_widget.h"

namespace throughline::ui {
namespace {

/// Samples come as soon as the explorer waits for them.
void answerSoon(ExploreWidget& explore) {
    explore.setSampleProvider(
        [](const SampleRequest& /*request*/, const std::function<void(SampleSeries)>& done) {
            QTimer::singleShot(0, [done] { done(synthetic::samplesOf(900.0)); });
        });
}

class ShownCurves : public testing::Test {
protected:
    ShownCurves() {
        explore_.resize(1280, 720);
        answerSoon(explore_);
        explore_.show();
        explore_.setStudies(studies());
    }
    static std::vector<StudyForPlot> studies() {
        return {synthetic::threadStudy(QStringLiteral("NVMe"), 0),
                synthetic::threadStudy(QStringLiteral("Network"), 1)};
    }
    /// The same, from another library, in another order, and with a third.
    static std::vector<StudyForPlot> studiesElsewhere() {
        auto all = studies();
        std::reverse(all.begin(), all.end());
        all.push_back(synthetic::threadStudy(QStringLiteral("Tape"), 2));
        for (StudyForPlot& study : all) {
            for (RunForPlot& run : study.runs) {
                run.id += 50'000;
            }
        }
        return all;
    }
    static QStringList visibleOf(const ExploreWidget& explore) {
        QStringList names;
        for (const PlotSeries& series : explore.plot()->model().series) {
            if (series.visible) {
                names << series.name;
            }
        }
        return names;
    }
    QStringList visible() const { return visibleOf(explore_); }
    PlotLegend* legend() const { return explore_.findChild<PlotLegend*>(); }
    void hide(int series) { toggleCurve(legend(), series); }
    void showSamples() {
        explore_.document()->setChoice(ofKind(explore_.document()->choice(), PointsOf::Samples));
        QTest::qWait(50);
    }
    void back() { explore_.historyActions().first()->trigger(); }
    void forth() { explore_.historyActions().last()->trigger(); }
    Span shownX() { return explore_.plot()->zoom().current().x; }

    ExploreWidget explore_;
};

TEST_F(ShownCurves, AHiddenCurveComesBackOnTheWayBack) {
    const QStringList both = visible();
    ASSERT_EQ(both.size(), 2);

    hide(1);
    EXPECT_EQ(visible(), QStringList{both[0]});
    back();
    EXPECT_EQ(visible(), both);
    forth();
    EXPECT_EQ(visible(), QStringList{both[0]});
}

TEST_F(ShownCurves, AClickShowsOneCurveAloneAndAgainAllOfThem) {
    const QStringList both = visible();

    clickCurve(legend(), 1);
    EXPECT_EQ(visible(), QStringList{both[1]});
    EXPECT_EQ(legend()->entry(0)->data(Qt::AccessibleTextRole).toString(),
              both[0] + QStringLiteral(", hidden"));
    EXPECT_EQ(explore_.table()->rowCount(), 4) << "the table follows";
    keepPicture(explore_, QStringLiteral("legend-only"));
    back();
    EXPECT_EQ(visible(), both) << "one step";
    forth();
    clickCurve(legend(), 1);
    EXPECT_EQ(visible(), both);

    clickCurve(legend(), 0);
    clickCurve(legend(), 1);
    EXPECT_EQ(visible(), QStringList{both[1]}) << "of two the other, not both";
    toggleCurve(legend(), 0);
    EXPECT_EQ(visible(), both);
}

TEST_F(ShownCurves, TheLegendDoesTheSameByKeys) {
    const QStringList both = visible();
    legend()->setFocus(Qt::TabFocusReason);

    QTest::keyClick(legend(), Qt::Key_Down);
    QTest::keyClick(legend(), Qt::Key_Down);
    QTest::keyClick(legend(), Qt::Key_Return);
    EXPECT_EQ(visible(), QStringList{both[1]});
    QTest::keyClick(legend(), Qt::Key_Return);
    EXPECT_EQ(visible(), both);
    QTest::keyClick(legend(), Qt::Key_Space, Qt::ControlModifier);
    EXPECT_EQ(visible(), QStringList{both[0]});
}

// Goal: of a hundred runs the first are drawn, and nobody gets all of them by a second click.
TEST_F(ShownCurves, WhereEachCurveIsARunTheFirstOnesComeBack) {
    explore_.setStudies({synthetic::threadStudy(QStringLiteral("A"), 0),
                         synthetic::threadStudy(QStringLiteral("B"), 1),
                         synthetic::threadStudy(QStringLiteral("C"), 2)});
    showSamples();
    const QStringList first = visible();
    ASSERT_EQ(first.size(), 8);
    ASSERT_EQ(explore_.plot()->model().series.size(), 12U);

    clickCurve(legend(), 11);
    EXPECT_EQ(visible().size(), 1);
    EXPECT_FALSE(first.contains(visible().front()));
    clickCurve(legend(), 11);
    EXPECT_EQ(visible(), first);
}

TEST_F(ShownCurves, RunsThatWereDrawnComeBackAfterDrillingDown) {
    showSamples();
    ASSERT_EQ(visible().size(), 8);
    hide(2);
    hide(0);
    const QStringList six = visible();
    ASSERT_EQ(six.size(), 6);
    explore_.document()->setChoice(ofKind(explore_.document()->choice(), PointsOf::Runs));

    QTest::keyClick(explore_.plot(), Qt::Key_Right);
    QTest::keyClick(explore_.plot(), Qt::Key_Return);
    QTest::qWait(50);
    ASSERT_EQ(explore_.document()->choice().points(), PointsOf::Samples);
    EXPECT_EQ(visible().size(), 1) << "the run that was opened";

    back();
    back();
    EXPECT_EQ(explore_.document()->choice().points(), PointsOf::Samples);
    EXPECT_EQ(visible(), six);
    back();
    EXPECT_EQ(visible().size(), 7) << "each curve is a step";
}

TEST_F(ShownCurves, DrawnRunsOutliveTheirStudyBeingCleared) {
    showSamples();
    hide(0);
    const QStringList seven = visible();

    explore_.setStudies({synthetic::threadStudy(QStringLiteral("Tape"), 2)});
    EXPECT_EQ(visible().size(), 4) << "of what is there the first are shown";
    explore_.setStudies(studies());
    EXPECT_EQ(visible(), seven);

    for (int series = 1; series < 8; ++series) {
        hide(series);
    }
    EXPECT_EQ(visible(), QStringList()) << "none was chosen: none stands in";
}

TEST_F(ShownCurves, EachStepOfTheWayBackHasTheZoomItWasLeftWith) {
    explore_.plot()->zoomBy(0.5);
    explore_.plot()->zoomBy(0.5);
    const Span closer = shownX();
    PlotChoice other = explore_.document()->choice();
    other.y = "read_latency_p99";
    explore_.document()->setChoice(other);
    ASSERT_TRUE(explore_.plot()->zoom().isHome());

    back();
    EXPECT_FALSE(explore_.plot()->zoom().isHome());
    EXPECT_NEAR(shownX().low, closer.low, 1e-9);
    EXPECT_NEAR(shownX().high, closer.high, 1e-9);
    forth();
    EXPECT_TRUE(explore_.plot()->zoom().isHome());

    QTest::keyClick(explore_.plot(), Qt::Key_L);
    back();
    back();
    EXPECT_NEAR(shownX().low, closer.low, 1e-9) << "not forgotten for a logarithm";
}

TEST_F(ShownCurves, AZoomIsKeptWhenDataRefresh) {
    explore_.plot()->zoomBy(0.5);
    const Span closer = shownX();

    explore_.setStudies({synthetic::threadStudy(QStringLiteral("NVMe"), 0)});
    EXPECT_EQ(shownX(), closer);
    explore_.setStudies({});
    explore_.setStudies(studies());
    EXPECT_NEAR(shownX().low, closer.low, 1e-9) << "also while nothing was plotted for a moment";
}

// Goal: a kept view opens as it was left, in another library too. Method: keep one through its
// text, and open it in another explorer, whose studies come after the view.
TEST_F(ShownCurves, AKeptViewOpensWithItsCurvesAndSpans) {
    explore_.document()->addChart();
    hide(0);
    showSamples();
    hide(3);
    hide(6);
    explore_.document()->setCurrentChart(0);
    explore_.plot()->zoomBy(0.4);
    const Span closer = shownX();
    explore_.document()->setCurrentChart(1);
    explore_.plot()->zoomBy(0.3);
    const Span closest = shownX();
    const QStringList six = visible();
    const auto view =
        parseSavedView(savedViewText(explore_.document()->savedView(QStringLiteral("v"))),
                       QStringLiteral("v.json"));
    ASSERT_TRUE(view) << view.error().what;

    ExploreWidget another;
    another.resize(1280, 720);
    answerSoon(another);
    another.show();
    another.setStudies({synthetic::threadStudy(QStringLiteral("Disk"), 3)});
    another.document()->showSavedView(*view);
    another.setStudies(studiesElsewhere());
    QTest::qWait(50);

    QStringList there = visibleOf(another);
    EXPECT_NEAR(another.plot()->zoom().current().x.low, closer.low, 1e-9);
    EXPECT_NEAR(another.plot()->zoom().current().x.high, closer.high, 1e-9);
    EXPECT_EQ(there.size(), 2) << "the hidden one is not among the three";
    EXPECT_FALSE(there.contains(QStringLiteral("NVMe"))) << there.join(u'|').toStdString();
    another.document()->setCurrentChart(1);
    EXPECT_NEAR(another.plot()->zoom().current().x.low, closest.low, 1e-6);
    EXPECT_NEAR(another.plot()->zoom().current().x.high, closest.high, 1e-6);
    there = visibleOf(another);
    there.sort();
    QStringList wanted = six;
    wanted.sort();
    EXPECT_EQ(there, wanted);
    EXPECT_EQ(another.document()->savedView(QStringLiteral("v")).zooms.size(), 2U);
}

// Goal: a run without samples of the quantity takes no room from those that have them. Method: of
// ten runs the first six have none.
TEST_F(ShownCurves, RunsWithoutSamplesAreCountedAndNotListed) {
    StudyForPlot study = synthetic::threadStudy(QStringLiteral("NVMe"), 0, {1, 2, 4});
    study.runs.resize(10);
    for (RunForPlot& run : study.runs) {
        run.sampled.emplace();
        if (run.number > 6) {
            run.sampled->insert("images_per_second");
        }
    }
    explore_.setStudies({study});
    showSamples();

    EXPECT_EQ(explore_.plot()->model().series.size(), 4U);
    EXPECT_EQ(visible().size(), 4);
    EXPECT_TRUE(explore_.remarks().join(u' ').contains(
        QStringLiteral("6 of 10 runs: no samples of images per second.")))
        << explore_.remarks().join(u' ').toStdString();

    study.runs.resize(6);
    explore_.setStudies({study});
    EXPECT_EQ(explore_.plot()->model().emptyText,
              QStringLiteral("No run has samples of images per second."));
}

TEST_F(ShownCurves, AZoomOverNamesHoldsForTheSameNamesOnly) {
    const PlotModel names{
        .x = {.categories = {QStringLiteral("a"), QStringLiteral("b")}}, .y = {}, .series = {}};
    PlotModel others = names;
    others.x.categories << QStringLiteral("c");
    const PlotRange home{.x = {-0.5, 1.5}, .y = {0.0, 10.0}, .y2 = {}};
    const auto zoom = zoomOf(names, {.x = {0.5, 1.5}, .y = {0.0, 10.0}, .y2 = {}}, home);

    ASSERT_TRUE(zoom);
    EXPECT_EQ(rangeOf(*zoom, names, home).x, (Span{0.5, 1.5}));
    EXPECT_EQ(rangeOf(*zoom, others, home).x, home.x);
    EXPECT_FALSE(zoom->y) << "all of y was in view, and is, whatever comes";
}

}  // namespace
}  // namespace throughline::ui
