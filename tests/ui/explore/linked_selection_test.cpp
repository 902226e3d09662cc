// SPDX-License-Identifier: GPL-3.0-or-later
// Runs picked out in one chart stand out in all, in the real widget.
// With THROUGHLINE_PICTURES=FOLDER the pictures are written there to be looked at.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include "tests/ui/charts/synthetic_studies.h"
#include "tests/ui/kept_picture.h"
#include "ui/explore/explore_widget.h"

namespace throughline::ui {
namespace {

class LinkedSelection : public testing::Test {
protected:
    LinkedSelection() {
        explore_.resize(1280, 720);
        explore_.show();
        explore_.setStudies(studies());
        explore_.document()->addChart();
        explore_.document()->setCurrentChart(0);
        QTest::qWait(1);
    }
    /// Runs 1 to 4 and 1001 to 1004, of 1, 2, 4 and 8 threads.
    static std::vector<StudyForPlot> studies() {
        return {synthetic::threadStudy(QStringLiteral("Local NVMe"), 0),
                synthetic::threadStudy(QStringLiteral("Network disk"), 1)};
    }
    PlotView* plot(std::size_t index) { return explore_.charts()->panes().at(index)->plot(); }
    QAction* onlyThese() { return explore_.selectionActions()[0]; }
    QAction* clear() { return explore_.selectionActions()[1]; }
    QAction* allRuns() { return explore_.selectionActions()[2]; }
    std::size_t pointsIn(std::size_t chart) {
        std::size_t count = 0;
        for (const PlotSeries& series : plot(chart)->model().series) {
            count += series.points.size();
        }
        return count;
    }

    ExploreWidget explore_;
};

TEST_F(LinkedSelection, BrushedRunsStandOutInAllChartsAndInTheTable) {
    explore_.setTableShown(true);
    QTest::qWait(1);
    const QPoint at = plot(0)->map().toPixel(plot(0)->placed()[0].places[2], false).toPoint();

    QTest::mousePress(plot(0), Qt::LeftButton, Qt::ShiftModifier, at - QPoint(12, 12));
    QTest::mouseMove(plot(0), at + QPoint(12, 12));
    QTest::mouseRelease(plot(0), Qt::LeftButton, Qt::ShiftModifier, at + QPoint(12, 12));

    EXPECT_EQ(explore_.document()->selected(), PointIds{3});
    EXPECT_EQ(plot(1)->selected(), PointIds{3});
    for (int row = 0; row < explore_.table()->rowCount(); ++row) {
        const bool picked = explore_.table()->idOf(row) == 3;
        const QModelIndex cell = explore_.table()->index(row, 1);
        EXPECT_EQ(explore_.table()->data(cell, Qt::BackgroundRole).isValid(), picked) << row;
        EXPECT_EQ(explore_.table()->data(cell, Qt::ForegroundRole).isValid(), !picked) << row;
    }
    keepPicture(explore_, QStringLiteral("linked-selection"));
}

TEST_F(LinkedSelection, RunsAreSelectedAndLetGoByKey) {
    QTest::keyClick(plot(0), Qt::Key_Right);
    QTest::keyClick(plot(0), Qt::Key_Space);
    EXPECT_EQ(plot(1)->selected(), PointIds{1});
    QTest::keyClick(plot(0), Qt::Key_Right);
    QTest::keyClick(plot(0), Qt::Key_Space);
    EXPECT_EQ(plot(1)->selected(), (PointIds{1, 2}));

    clear()->trigger();
    EXPECT_TRUE(plot(1)->selected().empty());
    EXPECT_TRUE(explore_.document()->selected().empty());
    EXPECT_FALSE(clear()->isEnabled());
    EXPECT_EQ(clear()->shortcut(), QKeySequence(Qt::Key_Escape));
}

TEST_F(LinkedSelection, TheirNumberIsShownAndAnnounced) {
    QSignalSpy told(explore_.findChild<SelectionBar*>(), &SelectionBar::told);

    explore_.document()->select({1, 1001}, PickHow::Replace);

    EXPECT_TRUE(explore_.selectionText().startsWith(QStringLiteral("2 run(s) selected: 523")))
        << explore_.selectionText().toStdString();
    EXPECT_TRUE(explore_.selectionText().endsWith(QStringLiteral("images/s")));
    ASSERT_EQ(told.count(), 1);
    EXPECT_EQ(told[0][0].toString(), explore_.selectionText());
    explore_.document()->setCurrentChart(1);  // other figures, the same runs
    EXPECT_EQ(told.count(), 1);
    clear()->trigger();
    EXPECT_TRUE(explore_.selectionText().isEmpty());
    EXPECT_EQ(told.count(), 2);
}

TEST_F(LinkedSelection, RowsOfTheTableSelectTheirRuns) {
    explore_.setTableShown(true);
    auto* view = explore_.findChild<QTableView*>();

    view->selectRow(1);
    EXPECT_EQ(plot(1)->selected(), PointIds{2});

    explore_.document()->select({4}, PickHow::Replace);
    EXPECT_TRUE(view->selectionModel()->selectedRows().isEmpty()) << "two answers to one question";
    EXPECT_EQ(explore_.document()->selected(), PointIds{4});
}

TEST_F(LinkedSelection, OnlyTheseLeavesNoOtherRunsAnywhere) {
    EXPECT_FALSE(onlyThese()->isEnabled());
    explore_.document()->select({2, 3, 1003}, PickHow::Replace);

    onlyThese()->trigger();

    EXPECT_EQ(pointsIn(0), 3U);
    EXPECT_EQ(pointsIn(1), 3U);
    EXPECT_EQ(explore_.table()->rowCount(), 3);
    EXPECT_TRUE(explore_.document()->selected().empty());
    EXPECT_EQ(explore_.selectionText(), QStringLiteral("3 of 8 run(s) shown"));
    keepPicture(explore_, QStringLiteral("only-these"));

    explore_.historyActions().first()->trigger();
    EXPECT_EQ(pointsIn(0), 8U);
    explore_.historyActions().last()->trigger();
    EXPECT_EQ(pointsIn(0), 3U);
    allRuns()->trigger();
    EXPECT_EQ(pointsIn(1), 8U);
    EXPECT_FALSE(allRuns()->isEnabled());
}

TEST_F(LinkedSelection, AFilterHoldsForTheStudiesItWasMadeOf) {
    explore_.document()->select({2, 3}, PickHow::Replace);
    onlyThese()->trigger();

    auto more = studies();
    more.push_back(synthetic::threadStudy(QStringLiteral("Object store"), 2));
    explore_.setStudies(more);

    EXPECT_EQ(pointsIn(0), 2U + 4U);
}

TEST_F(LinkedSelection, AFilterIsKeptWithAView) {
    explore_.document()->select({2, 3}, PickHow::Replace);
    onlyThese()->trigger();
    const SavedView view = explore_.document()->savedView(QStringLiteral("two runs"));
    EXPECT_EQ(view.studies.size(), 2) << "the studies, not what is left of them";
    allRuns()->trigger();

    explore_.document()->showSavedView(view);

    EXPECT_EQ(pointsIn(0), 2U);
}

TEST_F(LinkedSelection, RunsThatAreGoneAreNotSelected) {
    explore_.document()->select({2, 1002}, PickHow::Replace);

    explore_.setStudies({studies().front()});

    EXPECT_EQ(explore_.document()->selected(), PointIds{2});
    EXPECT_EQ(plot(0)->selected(), PointIds{2});
}

TEST_F(LinkedSelection, ANewChartKnowsWhatIsSelected) {
    explore_.document()->select({2}, PickHow::Replace);
    explore_.document()->addChart();
    EXPECT_EQ(plot(2)->selected(), PointIds{2});
}

}  // namespace
}  // namespace throughline::ui
