// SPDX-License-Identifier: GPL-3.0-or-later
// A quantity dragged from the list onto an axis, in the real widget.
// With THROUGHLINE_PICTURES=FOLDER the pictures are written there to be looked at.
#include "ui/explore/axis_drop.h"

#include <gtest/gtest.h>

#include <QDropEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QTest>
#include <QUrl>
#include <memory>

#include "tests/ui/charts/synthetic_studies.h"
#include "tests/ui/kept_picture.h"
#include "ui/explore/explore_widget.h"

namespace throughline::ui {
namespace {

class AxisDropTest : public testing::Test {
protected:
    AxisDropTest() {
        explore_.resize(1280, 720);
        explore_.show();
        explore_.setStudies({synthetic::threadStudy(QStringLiteral("Local NVMe"), 0)});
        action()->trigger();
        QTest::qWait(1);
    }
    QAction* action() { return explore_.chartActions().last(); }
    QListWidget* list() { return explore_.findChild<FieldList*>()->list(); }
    AxisDrop* zones() { return explore_.plot()->findChild<AxisDrop*>(); }
    QListWidgetItem* item(const char* key) {
        for (int row = 0; row < list()->count(); ++row) {
            if (list()->item(row)->data(Qt::UserRole).toString() == QLatin1String(key)) {
                return list()->item(row);
            }
        }
        return nullptr;
    }
    /// What the list gives a drag to carry.
    std::unique_ptr<QMimeData> carried(const char* key) {
        const QModelIndex index = list()->model()->index(list()->row(item(key)), 0);
        return std::unique_ptr<QMimeData>(list()->model()->mimeData({index}));
    }
    QPointF middleOf(PlotSide side) { return zones()->zoneOf(side).center(); }
    /// Into the chart and to `at`. True: it may be dropped there.
    bool dragTo(PlotView* plot, const QMimeData& what, const QPointF& at) {
        QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, &what, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(plot, &enter);
        QDragMoveEvent move(at.toPoint(), Qt::CopyAction, &what, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(plot, &move);
        return enter.isAccepted() && move.isAccepted();
    }
    bool drop(PlotView* plot, const char* key, const QPointF& at) {
        const auto what = carried(key);
        dragTo(plot, *what, at);
        QDropEvent event(at, Qt::CopyAction, what.get(), Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(plot, &event);
        return event.isAccepted();
    }

    ExploreWidget explore_;
};

TEST_F(AxisDropTest, EachSideTakesItsQuantityAndTheWayBackUndoesIt) {
    const PlotChoice first = explore_.document()->choice();

    EXPECT_TRUE(drop(explore_.plot(), "read_latency_p99", middleOf(PlotSide::Y)));
    EXPECT_EQ(explore_.document()->choice().y, "read_latency_p99");
    EXPECT_TRUE(drop(explore_.plot(), "read_iops{device=vda}", middleOf(PlotSide::X)));
    EXPECT_EQ(explore_.document()->choice().x, "read_iops{device=vda}");
    EXPECT_TRUE(drop(explore_.plot(), "images_per_second", middleOf(PlotSide::SecondY)));
    EXPECT_EQ(explore_.document()->choice().part<SecondY>()->y2, "images_per_second");
    EXPECT_EQ(explore_.plot()->model().y2->key, "images_per_second");

    for (int i = 0; i < 3; ++i) {
        explore_.historyActions().first()->trigger();
    }
    EXPECT_EQ(explore_.document()->choice(), first);
}

TEST_F(AxisDropTest, ThePlaceIsShownWhileSomethingIsDragged) {
    const auto what = carried("read_latency_p99");
    EXPECT_FALSE(zones()->isVisible());

    EXPECT_TRUE(dragTo(explore_.plot(), *what, middleOf(PlotSide::Y)));
    EXPECT_TRUE(zones()->isVisible());
    EXPECT_EQ(zones()->size(), explore_.plot()->size());
    keepPicture(explore_, QStringLiteral("drag"));
    QDragLeaveEvent leave;
    QApplication::sendEvent(explore_.plot(), &leave);
    EXPECT_FALSE(zones()->isVisible());
}

TEST_F(AxisDropTest, EveryPlaceOfTheChartBelongsToOneSide) {
    double covered = 0.0;
    for (const PlotSide side : {PlotSide::X, PlotSide::Y, PlotSide::SecondY}) {
        const QRectF zone = zones()->zoneOf(side);
        covered += zone.width() * zone.height();
        EXPECT_EQ(zones()->sideAt(zone.center()), side);
    }
    EXPECT_NEAR(covered, double(explore_.plot()->width()) * explore_.plot()->height(), 1.0);
    // The axes' own labels are in their zones.
    const QRectF area = explore_.plot()->map().area;
    EXPECT_EQ(zones()->sideAt({area.center().x(), area.bottom() + 20}), PlotSide::X);
    EXPECT_EQ(zones()->sideAt({5.0, area.center().y()}), PlotSide::Y);
}

TEST_F(AxisDropTest, WhatAnAxisCannotShowIsNotTaken) {
    const PlotChoice before = explore_.document()->choice();
    ASSERT_NE(item("dataset.path"), nullptr);  // a name, which only x can show

    EXPECT_FALSE(drop(explore_.plot(), "dataset.path", middleOf(PlotSide::Y)));
    EXPECT_EQ(explore_.document()->choice(), before);
    EXPECT_TRUE(drop(explore_.plot(), "dataset.path", middleOf(PlotSide::X)));
    EXPECT_EQ(explore_.document()->choice().x, "dataset.path");
}

TEST_F(AxisDropTest, FilesAreLeftToTheWindow) {
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp/a.tlrun"))});
    EXPECT_FALSE(dragTo(explore_.plot(), files, middleOf(PlotSide::Y)));
    EXPECT_FALSE(zones()->isVisible());
}

TEST_F(AxisDropTest, ADropGoesToTheChartItIsMadeOn) {
    explore_.document()->addChart();
    auto* first = explore_.charts()->panes()[0]->plot();
    const QPointF left(5.0, first->map().area.center().y());

    EXPECT_TRUE(drop(first, "read_latency_p99", left));

    EXPECT_EQ(explore_.plot(), first);
    EXPECT_EQ(first->model().y.key, "read_latency_p99");
    EXPECT_NE(explore_.charts()->panes()[1]->plot()->model().y.key, "read_latency_p99");
}

TEST_F(AxisDropTest, KeysPutAQuantityWhereADragWould) {
    list()->setCurrentItem(item("read_latency_p99"));
    QTest::keyClick(list(), Qt::Key_2);
    EXPECT_EQ(explore_.document()->choice().part<SecondY>()->y2, "read_latency_p99");
    list()->setCurrentItem(item("read_iops{device=vda}"));
    QTest::keyClick(list(), Qt::Key_X);
    EXPECT_EQ(explore_.document()->choice().x, "read_iops{device=vda}");
    QTest::keyClick(list(), Qt::Key_Y);
    EXPECT_EQ(explore_.document()->choice().y, "read_iops{device=vda}");
}

TEST_F(AxisDropTest, TheListIsSearched) {
    auto* search = explore_.findChild<FieldList*>()->findChild<QLineEdit*>();
    QTest::keyClicks(search, QStringLiteral("LATENCY"));
    EXPECT_FALSE(item("read_latency_p99")->isHidden());
    EXPECT_TRUE(item("images_per_second")->isHidden());
}

}  // namespace
}  // namespace throughline::ui
