// SPDX-License-Identifier: GPL-3.0-or-later
// What the explorer shows, without a widget.
#include "ui/explore/explore_document.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "tests/ui/charts/synthetic_studies.h"
#include "ui/charts/chart_kinds.h"

namespace throughline::ui {
namespace {

class ExploreDocumentTest : public testing::Test {
protected:
    ExploreDocumentTest() { document_.setStudies(studies()); }
    /// Runs 1 to 4 and 1001 to 1004, of 1, 2, 4 and 8 threads.
    static std::vector<StudyForPlot> studies() {
        return {synthetic::threadStudy(QStringLiteral("NVMe"), 0),
                synthetic::threadStudy(QStringLiteral("Network"), 1)};
    }
    void showY(const std::string& y) { document_.setAxis(PlotSide::Y, y); }
    const std::string& y() const { return document_.choice().y; }

    QUndoStack undo_;
    ExploreDocument document_{&undo_};
};

/// A step of somebody else on the same stack.
void pushOther(QUndoStack& undo) {
    undo.push(new QUndoCommand(QStringLiteral("a study moved")));
}

TEST_F(ExploreDocumentTest, EachChangeIsOneStepAndSignalledOnce) {
    EXPECT_EQ(undo_.count(), 0) << "the first chart takes the place of none";
    QSignalSpy changed(&document_, &ExploreDocument::changed);

    showY("read_latency_p99");
    EXPECT_EQ(undo_.count(), 1);
    EXPECT_EQ(undo_.undoText(), QStringLiteral("Change y axis"));
    EXPECT_EQ(changed.count(), 1);
    showY("read_latency_p99");
    EXPECT_EQ(undo_.count(), 1) << "nothing changed";

    undo_.undo();
    EXPECT_EQ(y(), "images_per_second");
    EXPECT_EQ(changed.count(), 2);
    undo_.redo();
    EXPECT_EQ(y(), "read_latency_p99");
}

TEST_F(ExploreDocumentTest, UndoNamesWhatChanged) {
    document_.setAxis(PlotSide::X, "storage.threads");
    EXPECT_EQ(undo_.undoText(), QStringLiteral("Change x axis"));
    document_.setScales(false, true);
    EXPECT_EQ(undo_.undoText(), QStringLiteral("Change chart settings"));
    document_.setKind(PointsOf::Samples);
    EXPECT_EQ(undo_.undoText(), QStringLiteral("Change chart kind"));
    document_.addChart();
    EXPECT_EQ(undo_.undoText(), QStringLiteral("Add chart"));
    document_.removeChart(1);
    EXPECT_EQ(undo_.undoText(), QStringLiteral("Remove chart"));
}

TEST_F(ExploreDocumentTest, GoingBackAndForthIsUndoAndRedo) {
    QSignalSpy restored(&document_, &ExploreDocument::restored);
    showY("read_latency_p99");
    EXPECT_EQ(restored.count(), 0);
    ASSERT_TRUE(document_.canGo(-1));
    EXPECT_FALSE(document_.canGo(1));

    document_.go(-1);
    EXPECT_EQ(y(), "images_per_second");
    EXPECT_EQ(undo_.index(), 0);
    EXPECT_FALSE(document_.canGo(-1));
    document_.go(1);
    EXPECT_EQ(y(), "read_latency_p99");
    EXPECT_EQ(restored.count(), 2);

    document_.go(-1);
    showY("read_iops{device=vda}");
    EXPECT_FALSE(document_.canGo(1)) << "what lay ahead is forgotten";
}

// Goal: the way back is of the charts alone, and takes nothing of others back.
TEST_F(ExploreDocumentTest, TheWayBackGoesPastTheStepsOfOthers) {
    showY("read_latency_p99");
    showY("read_iops{device=vda}");
    pushOther(undo_);

    document_.go(-1);
    EXPECT_EQ(y(), "read_latency_p99");
    EXPECT_EQ(undo_.index(), 3) << "the other step stays";
    document_.go(-1);
    EXPECT_EQ(y(), "images_per_second");
    EXPECT_FALSE(document_.canGo(-1));
    document_.go(1);
    document_.go(1);
    EXPECT_EQ(y(), "read_iops{device=vda}");
    EXPECT_FALSE(document_.canGo(1));

    undo_.undo();
    EXPECT_EQ(y(), "read_iops{device=vda}") << "that was the other's";
    undo_.undo();
    EXPECT_EQ(y(), "read_latency_p99");
}

TEST_F(ExploreDocumentTest, AStackOfItsOwnForgetsTheOldestSteps) {
    ExploreDocument document;
    document.setStudies(studies());
    for (int i = 0; i < ExploreDocument::kStepsMax + 5; ++i) {
        document.setNote(QStringLiteral("a"), 1, QString::number(i));
    }
    int steps = 0;
    for (; document.canGo(-1); ++steps) {
        document.go(-1);
    }
    EXPECT_EQ(steps, ExploreDocument::kStepsMax);
}

TEST_F(ExploreDocumentTest, EachStepHasTheZoomItWasLeftWith) {
    const ChartZoom first{.x = Span{1.0, 4.0}};
    const ChartZoom second{.y = Span{0.0, 0.5}};
    document_.setZoom(0, first);
    EXPECT_EQ(undo_.count(), 0) << "looking closer is no step";

    showY("read_latency_p99");
    EXPECT_FALSE(document_.chart().zoom) << "it was of other axes";
    document_.setZoom(0, second);
    document_.go(-1);
    EXPECT_EQ(document_.chart().zoom, first);
    document_.go(1);
    EXPECT_EQ(document_.chart().zoom, second);
}

TEST_F(ExploreDocumentTest, AFilterSelectsNothingAndIsUndone) {
    QSignalSpy selected(&document_, &ExploreDocument::selectionChanged);
    document_.select({2, 3}, PickHow::Replace);
    EXPECT_EQ(undo_.count(), 0) << "a selection is no step";

    document_.setFilter(filterTo(document_.selected(), document_.tickedStudies()));
    EXPECT_TRUE(document_.selected().empty());
    EXPECT_EQ(selected.count(), 2);
    EXPECT_EQ(runCount(document_.studies()), 2U);
    undo_.undo();
    EXPECT_EQ(runCount(document_.studies()), 8U);
}

TEST_F(ExploreDocumentTest, RunsThatAreGoneAreNotSelected) {
    document_.select({2, 1002}, PickHow::Replace);
    document_.setStudies({studies().front()});
    EXPECT_EQ(document_.selected(), PointIds{2});
}

TEST_F(ExploreDocumentTest, SamplesAreOfTheFirstRunsUntilSomebodyChooses) {
    EXPECT_TRUE(document_.drawnRuns().empty()) << "no chart of runs one by one";
    document_.setKind(PointsOf::Samples);
    EXPECT_EQ(document_.drawnRuns().size(), 8U);

    document_.setKind(PointsOf::Runs);
    document_.showSamples(findRun(document_.studies(), 1003));
    EXPECT_EQ(document_.choice().points(), PointsOf::Samples);
    EXPECT_EQ(document_.drawnRuns(), PointIds{1003});
    document_.setStudies({studies().front()});
    EXPECT_EQ(document_.drawnRuns(), (PointIds{1, 2, 3, 4})) << "the chosen one is not there";
    document_.setStudies(studies());
    EXPECT_EQ(document_.drawnRuns(), PointIds{1003});
}

TEST_F(ExploreDocumentTest, ACurveIsDrawnOrNotByWhatItIs) {
    const PlotModel model = plotOfRuns(document_.studies(), document_.choice()).model;
    ASSERT_EQ(model.series.size(), 2U);

    document_.drawCurves(model, {0});
    EXPECT_EQ(document_.state().hidden,
              HiddenCurves{curveIdOf(model, model.series[1], document_.studies())});
    undo_.undo();
    EXPECT_TRUE(document_.state().hidden.empty());
}

TEST_F(ExploreDocumentTest, ChartsAreAddedRemovedAndChosen) {
    document_.addChart();
    document_.addChart();
    EXPECT_EQ(document_.state().current, 2U);
    EXPECT_EQ(undo_.count(), 2);
    document_.setCurrentChart(0);
    EXPECT_EQ(undo_.count(), 2) << "which chart is current changes nothing of what is shown";
    const std::string second = document_.state().charts[1].choice.y;

    document_.removeChart(0);
    EXPECT_EQ(document_.state().current, 0U);
    EXPECT_EQ(y(), second) << "its neighbour is current";
    document_.removeChart(0);
    document_.removeChart(0);
    EXPECT_EQ(document_.state().charts.size(), 1U) << "the last one stays";
    for (std::size_t i = 0; i < kChartsMax + 2; ++i) {
        document_.addChart();
    }
    EXPECT_EQ(document_.state().charts.size(), kChartsMax);
}

TEST_F(ExploreDocumentTest, OtherAxesLeaveAStudysChartAndUndoAsksForItsStudies) {
    QSignalSpy asked(&document_, &ExploreDocument::studiesWanted);
    const StudyView view = studyViews().front();
    document_.showView(view);
    ASSERT_EQ(asked.count(), 1);
    EXPECT_EQ(document_.chart().view, view.title);
    EXPECT_EQ(asked[0][2].toString(), view.title);
    const QStringList wanted = asked[0][0].toStringList();
    for (const QString& published : publishedUuids(view.sources)) {
        EXPECT_TRUE(wanted.contains(published));
    }
    EXPECT_TRUE(wanted.contains(studies().front().uuid)) << "one's own stay";

    showY("read_latency_p99");
    EXPECT_TRUE(document_.chart().view.isEmpty());
    EXPECT_TRUE(document_.choice().published.empty());
    undo_.undo();
    EXPECT_EQ(document_.chart().view, view.title);
    EXPECT_EQ(asked.count(), 1) << "another axis took none of them away";
    undo_.undo();
    ASSERT_EQ(asked.count(), 2);
    EXPECT_EQ(asked[1][0].toStringList(), QStringList({studies()[0].uuid, studies()[1].uuid}));
    EXPECT_EQ(asked[1][1].toStringList(), wanted);
}

TEST_F(ExploreDocumentTest, AGoalIsOfItsQuantity) {
    PlotChoice choice = document_.choice();
    choice.part<LevelsShown>()->goal = 1000.0;
    document_.setChoice(choice);
    document_.setAxis(PlotSide::SecondY, "read_iops{device=vda}");
    EXPECT_TRUE(document_.choice().partOrNone<LevelsShown>().goal);
    showY("read_latency_p99");
    EXPECT_FALSE(document_.choice().partOrNone<LevelsShown>().goal);
}

TEST_F(ExploreDocumentTest, AKeptViewComesBackAsOneStep) {
    document_.addChart();
    document_.setArrangement(ChartsIn::Column);
    document_.setFilter({{studies().front().uuid, {1, 2}}});
    document_.setZoom(0, ChartZoom{.x = Span{1.0, 2.0}});
    const ExploreState kept = document_.state();
    const SavedView view = document_.savedView(QStringLiteral("v"));
    EXPECT_EQ(view.studies.size(), 2) << "the studies, not what is left of them";

    ExploreDocument another;
    QSignalSpy wanted(&another, &ExploreDocument::studiesWanted);
    another.setStudies(studies());
    another.showSavedView(view);
    EXPECT_EQ(wanted.count(), 1);
    EXPECT_EQ(another.undoStack()->count(), 1);
    ASSERT_EQ(another.state().charts.size(), 2U);
    EXPECT_EQ(another.state().charts[1].choice, kept.charts[1].choice);
    EXPECT_EQ(another.state().charts[0].zoom, kept.charts[0].zoom);
    EXPECT_EQ(another.state().arrangement, ChartsIn::Column);
    EXPECT_EQ(another.state().filter, kept.filter);
}

// Goal: a view is undone as a whole. Method: other studies are plotted than it has.
TEST_F(ExploreDocumentTest, UndoOfAKeptViewBringsTheStudiesBackThatWerePlotted) {
    SavedView view = document_.savedView(QStringLiteral("v"));
    const QStringList before = view.studies;
    view.studies = {before.front()};
    showY("read_latency_p99");
    QSignalSpy wanted(&document_, &ExploreDocument::studiesWanted);
    document_.showSavedView(view);
    undo_.undo();
    ASSERT_EQ(wanted.count(), 2);
    EXPECT_EQ(wanted[1][0].toStringList(), before);
    undo_.redo();
    ASSERT_EQ(wanted.count(), 3);
    EXPECT_EQ(wanted[2][0].toStringList(), view.studies);
    showY("read_latency_p99");
    undo_.undo();
    EXPECT_EQ(wanted.count(), 3) << "an axis is no reason to plot anything";
}

TEST_F(ExploreDocumentTest, TheChoiceWaitsWhileNothingIsTicked) {
    showY("read_latency_p99");
    document_.setStudies({});
    EXPECT_EQ(y(), "read_latency_p99");
    EXPECT_EQ(undo_.count(), 1);
    document_.setStudies(studies());
    EXPECT_EQ(y(), "read_latency_p99");
}

}  // namespace
}  // namespace throughline::ui
