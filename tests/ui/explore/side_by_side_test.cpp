// SPDX-License-Identifier: GPL-3.0-or-later
// Several charts at once, in the real widget.
// With THROUGHLINE_PICTURES=FOLDER the pictures are written there to be looked at.
#include <gtest/gtest.h>

#include <QTest>
#include <QToolButton>
#include <utility>

#include "tests/ui/charts/synthetic_studies.h"
#include "tests/ui/kept_picture.h"
#include "tests/ui/legend_click.h"
#include "ui/charts/chart_kinds.h"
#include "ui/explore/explore_widget.h"

namespace throughline::ui {
namespace {

class SideBySide : public testing::Test {
protected:
    SideBySide() {
        explore_.resize(1280, 720);
        explore_.show();
        explore_.setStudies({synthetic::threadStudy(QStringLiteral("Local NVMe"), 0),
                             synthetic::threadStudy(QStringLiteral("Network disk"), 1)});
    }
    PlotView* plot(std::size_t index) { return explore_.charts()->panes().at(index)->plot(); }
    std::string yOf(std::size_t index) { return plot(index)->model().y.key; }
    QAction* action(const char* words) {
        for (QAction* one : explore_.chartActions()) {
            if (one->statusTip().startsWith(QLatin1String(words))) {
                return one;
            }
        }
        return nullptr;
    }

    ExploreWidget explore_;
};

TEST_F(SideBySide, AnAddedChartShowsAnotherQuantityOnTheSameAxis) {
    explore_.document()->addChart();

    ASSERT_EQ(explore_.charts()->panes().size(), 2U);
    EXPECT_EQ(explore_.plot(), plot(1));
    EXPECT_EQ(plot(1)->model().x.key, plot(0)->model().x.key);
    EXPECT_EQ(yOf(1), "disk_utilisation{device=vda}");
    EXPECT_TRUE(plot(1)->model().hasPoints());
    EXPECT_EQ(explore_.table()->rowCount(), 8);
    keepPicture(explore_, QStringLiteral("side-by-side"));
}

TEST_F(SideBySide, AnAddedChartOverAMeasuredQuantityIsOfTheWholePipelineAsItsNeighbourIs) {
    explore_.document()->setAxis(PlotSide::X, "disk_utilisation{device=vda}");
    ASSERT_TRUE(explore_.document()->choice().part<AlongX>()->fullOnly);

    explore_.document()->addChart();

    EXPECT_TRUE(explore_.document()->choice().part<AlongX>()->fullOnly);
}

TEST_F(SideBySide, TheControlsChangeTheCurrentChartAlone) {
    explore_.document()->addChart();
    const std::string other = yOf(0);
    PlotChoice choice = explore_.document()->choice();
    choice.y = "read_latency_p99";

    explore_.document()->setChoice(choice);
    EXPECT_EQ(yOf(1), "read_latency_p99");
    EXPECT_EQ(yOf(0), other);

    QTest::mouseClick(plot(0), Qt::RightButton, Qt::NoModifier, QPoint(5, 5));
    EXPECT_EQ(explore_.document()->choice().y, other);
    EXPECT_EQ(explore_.plot(), plot(0));
}

// Goal: what did not change is not built again. Method: its points stay where they are in memory.
TEST_F(SideBySide, AnUnchangedChartIsNotBuiltAgain) {
    explore_.document()->addChart();
    const PlotSeries* const before = plot(0)->model().series.data();
    PlotChoice choice = explore_.document()->choice();
    choice.y = "read_latency_p99";

    explore_.document()->setChoice(choice);
    EXPECT_EQ(plot(0)->model().series.data(), before);

    explore_.setStudies({synthetic::threadStudy(QStringLiteral("Local NVMe"), 0)});
    EXPECT_EQ(plot(0)->model().series.size(), 1U);
}

TEST_F(SideBySide, FourAreTheMost) {
    for (std::size_t i = 0; i < kChartsMax + 2; ++i) {
        explore_.document()->addChart();
    }
    EXPECT_EQ(explore_.charts()->panes().size(), kChartsMax);
    EXPECT_FALSE(action("Add another chart")->isEnabled());
    keepPicture(explore_, QStringLiteral("four-charts"));
}

TEST_F(SideBySide, ARemovedChartComesBackOnTheWayBack) {
    EXPECT_FALSE(action("Remove the current chart")->isEnabled());
    explore_.document()->addChart();
    explore_.document()->addChart();
    const std::string middle = yOf(1);
    const std::string last = yOf(2);
    auto* const remove = explore_.charts()->panes()[1]->findChild<QToolButton*>();
    ASSERT_NE(remove, nullptr);

    remove->click();
    ASSERT_EQ(explore_.charts()->panes().size(), 2U);
    EXPECT_EQ(yOf(1), last);
    EXPECT_EQ(explore_.document()->choice().y, last);  // it was current and still is

    explore_.historyActions().first()->trigger();
    ASSERT_EQ(explore_.charts()->panes().size(), 3U);
    EXPECT_EQ(yOf(1), middle);
    EXPECT_EQ(yOf(2), last);
    explore_.historyActions().last()->trigger();
    EXPECT_EQ(explore_.charts()->panes().size(), 2U);
}

TEST_F(SideBySide, RemovingTheCurrentChartMakesItsNeighbourCurrent) {
    explore_.document()->addChart();
    const std::string first = yOf(0);

    action("Remove the current chart")->trigger();

    ASSERT_EQ(explore_.charts()->panes().size(), 1U);
    EXPECT_EQ(explore_.document()->choice().y, first);
    EXPECT_EQ(explore_.table()->headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(),
              QStringLiteral("Images per second (images/s)"));
}

TEST_F(SideBySide, AColumnHasItsPlotAreasInLineAndNamesXOnce) {
    PlotChoice wide = explore_.document()->choice();
    wide.part<SecondY>()->y2 = "read_latency_p99";  // needs room on the right
    explore_.document()->setChoice(wide);
    explore_.document()->addChart();
    explore_.document()->setArrangement(ChartsIn::Column);
    QTest::qWait(1);

    const QRectF upper = plot(0)->map().area;
    const QRectF lower = plot(1)->map().area;
    EXPECT_EQ(upper.left(), lower.left());
    EXPECT_EQ(upper.right(), lower.right());
    EXPECT_NEAR(upper.height(), lower.height(), 3.0);
    const auto namesX = [&](std::size_t index) {
        const auto& texts = plot(index)->plotLayout().texts;
        return std::any_of(texts.begin(), texts.end(), [](const PlacedText& text) {
            return text.isTitle && !text.turned;
        });
    };
    EXPECT_FALSE(namesX(0));
    EXPECT_TRUE(namesX(1));
    keepPicture(explore_, QStringLiteral("column"));

    explore_.historyActions().first()->trigger();
    EXPECT_EQ(explore_.charts()->arrangement(), ChartsIn::Grid);
    plot(0)->grab();
    EXPECT_TRUE(namesX(0));
}

TEST_F(SideBySide, ChartsWithTheSameXAreZoomedTogether) {
    explore_.document()->addChart();
    explore_.document()->addChart();
    PlotChoice other = explore_.document()->choice();
    other.x = "disk_utilisation{device=vda}";
    explore_.document()->setChoice(other);

    plot(0)->zoomBy(0.5);

    EXPECT_EQ(plot(1)->zoom().current().x, plot(0)->zoom().current().x);
    EXPECT_FALSE(plot(0)->zoom().isHome());
    EXPECT_TRUE(plot(2)->zoom().isHome());
    plot(1)->fit();
    EXPECT_EQ(plot(0)->zoom().current().x, plot(0)->zoom().home().x);
}

TEST_F(SideBySide, AChartWithAnotherYComesToWhereTheOthersAre) {
    explore_.document()->addChart();
    plot(0)->zoomBy(0.5);
    PlotChoice choice = explore_.document()->choice();
    choice.y = "read_latency_p99";

    explore_.document()->setChoice(choice);

    EXPECT_FALSE(plot(0)->zoom().isHome());
    EXPECT_EQ(plot(1)->zoom().current().x, plot(0)->zoom().current().x);
}

TEST_F(SideBySide, ASharedAxisReachesOverTheDataOfAllItsCharts) {
    StudyForPlot study = synthetic::threadStudy(QStringLiteral("Local NVMe"), 0);
    study.runs.back().metrics.erase("read_latency_p99");  // 8 threads
    explore_.setStudies({study});
    explore_.document()->addChart();
    PlotChoice choice = explore_.document()->choice();
    choice.y = "read_latency_p99";
    explore_.document()->setChoice(choice);

    EXPECT_LT(plot(1)->homeX().high, 8.0);
    EXPECT_EQ(plot(1)->zoom().current().x, plot(0)->zoom().current().x);
    EXPECT_GE(plot(1)->zoom().current().x.high, 8.0);
}

// Goal: with the crosshair, a chart with the same x shows the line at the same x and its own
// values; one with another x shows nothing. Method: point at the place of 4 threads.
TEST_F(SideBySide, TheCrosshairStandsInAllChartsWithTheSameX) {
    explore_.document()->addChart();
    explore_.document()->addChart();
    PlotChoice other = explore_.document()->choice();
    other.x = "disk_utilisation{device=vda}";
    explore_.document()->setChoice(other);
    QTest::keyClick(plot(0), Qt::Key_G);
    EXPECT_TRUE(plot(1)->crosshairShown());
    QTest::qWait(1);  // the new chart takes its place
    const QImage before = plot(1)->grab().toImage();

    QTest::mouseMove(plot(0),
                     plot(0)->map().toPixel(plot(0)->placed()[0].places[2], false).toPoint());

    ASSERT_TRUE(plot(1)->pointedAlong());
    EXPECT_NEAR(*plot(1)->pointedAlong(), 4.0, 0.05);
    EXPECT_FALSE(plot(0)->pointedAlong());
    EXPECT_FALSE(plot(2)->pointedAlong());
    const auto values = plot(1)->valuesAlong();
    ASSERT_EQ(values.size(), 2U);
    EXPECT_EQ(values[0].at, plot(1)->map().toPixel(plot(1)->placed()[0].places[2], false));
    EXPECT_NE(plot(1)->grab().toImage(), before);
    keepPicture(explore_, QStringLiteral("shared-crosshair"));

    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(plot(0), &leave);
    EXPECT_FALSE(plot(1)->pointedAlong());
    QTest::keyClick(plot(0), Qt::Key_Right);  // the first point, at one thread
    EXPECT_EQ(plot(1)->pointedAlong(), 1.0);
    QTest::keyClick(plot(0), Qt::Key_Escape);
    EXPECT_FALSE(plot(1)->pointedAlong());
}

// Goal: a chart that is added is another one, whatever kind stands beside it.
TEST_F(SideBySide, BesideStacksStandsAnotherSubjectOrRuns) {
    std::set<std::pair<PointsOf, std::string>> seen;
    explore_.document()->setChoice(ofKind(explore_.document()->choice(), PointsOf::Stacks));
    const auto subjects = subjectsOf(PointsOf::Stacks, explore_.document()->studies()).size();
    for (std::size_t i = 0; i < kChartsMax; ++i) {
        const PlotChoice& choice = explore_.document()->choice();
        const bool stacks = choice.points() == PointsOf::Stacks;
        EXPECT_EQ(stacks, i < std::max<std::size_t>(subjects, 1)) << i;
        EXPECT_TRUE(
            seen.insert({choice.points(), stacks ? choice.part<Subject>()->subject : choice.y})
                .second)
            << "the same chart twice";
        explore_.document()->addChart();
    }
}

// Goal: a chart of samples that is not current has runs to show of other studies, too.
TEST_F(SideBySide, SamplesBesideAChartOfRunsFollowTheStudies) {
    std::vector<std::function<void(SampleSeries)>> answers;
    explore_.setSampleProvider(
        [&](const SampleRequest& /*request*/, std::function<void(SampleSeries)> done) {
            answers.push_back(std::move(done));
        });
    explore_.document()->addChart();
    PlotChoice choice = explore_.document()->choice();
    choice.chart = SamplesChart{};
    explore_.document()->setChoice(choice);
    explore_.document()->setCurrentChart(0);
    answers.clear();

    explore_.setStudies({synthetic::threadStudy(QStringLiteral("Object store"), 2)});
    ASSERT_EQ(answers.size(), 4U);
    const PlotSeries* const runs = plot(0)->model().series.data();
    for (const auto& answer : std::exchange(answers, {})) {
        answer(synthetic::samplesOf(900.0));
    }

    EXPECT_EQ(plot(1)->model().series[0].points.size(), 60U);
    EXPECT_EQ(plot(0)->model().series.data(), runs) << "samples are no reason to build it again";
}

// Goal: a scale that was changed in the plot itself is taken back by the controls and the way back.
TEST_F(SideBySide, ALogarithmByKeyIsTakenBack) {
    const auto scale = [&] { return plot(0)->model().y.scale; };
    QTest::keyClick(plot(0), Qt::Key_L);
    ASSERT_EQ(scale(), AxisScale::Logarithmic);
    explore_.historyActions().first()->trigger();
    EXPECT_EQ(scale(), AxisScale::Linear);
    explore_.historyActions().last()->trigger();
    EXPECT_EQ(scale(), AxisScale::Logarithmic);

    PlotChoice choice = explore_.document()->choice();
    choice.part<LogY>()->logY = false;
    explore_.document()->setChoice(choice);
    EXPECT_EQ(scale(), AxisScale::Linear);
    QTest::keyClick(plot(0), Qt::Key_L);
    choice = explore_.document()->choice();
    EXPECT_TRUE(choice.part<LogY>()->logY);
    choice.part<LogY>()->logY = false;
    explore_.document()->setChoice(choice);
    EXPECT_EQ(scale(), AxisScale::Linear);
}

TEST_F(SideBySide, KeysGoFromChartToChart) {
    explore_.document()->addChart();
    action("Go to the next")->trigger();
    EXPECT_EQ(explore_.plot(), plot(0));
    action("Go to the next")->trigger();
    EXPECT_EQ(explore_.plot(), plot(1));
}

TEST_F(SideBySide, ACurveIsHiddenInEveryChart) {
    explore_.document()->addChart();
    auto* legend = explore_.findChild<PlotLegend*>();

    toggleCurve(legend, 1);

    EXPECT_FALSE(plot(0)->placed()[1].visible);
    EXPECT_FALSE(plot(1)->placed()[1].visible);
    EXPECT_TRUE(plot(0)->placed()[0].visible);
}

TEST_F(SideBySide, AKeptViewHasAllOfThem) {
    explore_.document()->addChart();
    explore_.document()->setArrangement(ChartsIn::Column);
    const std::string second = yOf(1);
    const SavedView view = explore_.document()->savedView(QStringLiteral("both"));
    explore_.document()->removeChart(1);

    explore_.document()->showSavedView(view);

    ASSERT_EQ(explore_.charts()->panes().size(), 2U);
    EXPECT_EQ(yOf(1), second);
    EXPECT_EQ(explore_.charts()->arrangement(), ChartsIn::Column);
    EXPECT_EQ(explore_.document()->choice(), view.choice);
}

TEST_F(SideBySide, FitsIntoANarrowWindow) {
    for (std::size_t i = 1; i < kChartsMax; ++i) {
        explore_.document()->addChart();
    }
    explore_.document()->setArrangement(ChartsIn::Column);

    EXPECT_LE(explore_.minimumSizeHint().width(), 1000);
    EXPECT_LE(explore_.minimumSizeHint().height(), 500);
}

}  // namespace
}  // namespace throughline::ui
