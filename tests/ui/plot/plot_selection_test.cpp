// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_selection.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QKeyEvent>
#include <QTest>

#include "tests/ui/plot/synthetic_model.h"
#include "ui/plot/plot_view.h"
#include "ui/plot/series_look.h"

namespace throughline::ui {
namespace {

/// Two curves of eight points, with the ids 1, 2, 3, 4, 6, 8, 12, 16 and the same plus 100.
PlotModel twoCurves() {
    PlotModel model = synthetic::sweepModel(2);
    for (PlotPoint& point : model.series[1].points) {
        point.id += 100;
    }
    return model;
}

class PlotSelection : public testing::Test {
protected:
    PlotSelection() {
        view_.resize(900, 520);
        view_.setModel(twoCurves());
        view_.setSelectable(true);
        QObject::connect(
            &view_, &PlotView::picked, &view_, [this](const PointIds& ids, PickHow how) {
                view_.setSelected(combined(view_.selected(), ids, how));
            });
        view_.show();
        QTest::qWait(1);
    }
    QPoint pixelOf(std::size_t series, std::size_t point) {
        return view_.map().toPixel(view_.placed()[series].places[point], false).toPoint();
    }
    void drag(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers keys) {
        QTest::mousePress(&view_, Qt::LeftButton, keys, from);
        QTest::mouseMove(&view_, (from + to) / 2);
        QTest::mouseMove(&view_, to);
        QTest::mouseRelease(&view_, Qt::LeftButton, keys, to);
    }
    /// Pixels of exactly the colour of a series.
    int pixelsOf(std::size_t series) {
        const QImage image = view_.grab().toImage().convertToFormat(QImage::Format_RGB32);
        const QRgb wanted = seriesColour(view_.model().series[series], currentTheme()).rgb();
        int count = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                count += image.pixel(x, y) == wanted ? 1 : 0;
            }
        }
        return count;
    }

    PlotView view_;
};

TEST(PointIdsTest, AreReplacedAddedOrToggled) {
    EXPECT_EQ(combined({1, 2}, {2, 3}, PickHow::Replace), (PointIds{2, 3}));
    EXPECT_EQ(combined({1, 2}, {2, 3}, PickHow::Add), (PointIds{1, 2, 3}));
    EXPECT_EQ(combined({1, 2}, {2, 3}, PickHow::Toggle), (PointIds{1, 3}));
    EXPECT_EQ(combined({}, {0}, PickHow::Add), PointIds{}) << "0 is nobody's";
}

TEST_F(PlotSelection, ShiftAndDragPicksWhatTheBandTouches) {
    const PlotRange before = view_.zoom().current();
    const QPoint at = pixelOf(1, 3);

    drag(at - QPoint(15, 15), at + QPoint(15, 15), Qt::ShiftModifier);

    EXPECT_EQ(view_.selected(), PointIds{104});
    EXPECT_EQ(view_.zoom().current(), before);
    const QPoint other = pixelOf(0, 7);
    drag(other - QPoint(15, 15), other + QPoint(15, 15), Qt::ShiftModifier | Qt::ControlModifier);
    EXPECT_EQ(view_.selected(), (PointIds{16, 104}));
}

TEST_F(PlotSelection, HiddenCurvesAreNotPicked) {
    view_.setSeriesVisible(1, false);
    const QRect area = view_.map().area.toRect();

    drag(area.topLeft() + QPoint(1, 1), area.bottomRight() - QPoint(1, 1), Qt::ShiftModifier);

    EXPECT_EQ(view_.selected(), (PointIds{1, 2, 3, 4, 6, 8, 12, 16}));
}

TEST_F(PlotSelection, ShiftAndClickAddsOnePointOrTakesItAway) {
    for (const auto& expected : {PointIds{8}, PointIds{}}) {
        QTest::mouseClick(&view_, Qt::LeftButton, Qt::ShiftModifier, pixelOf(0, 5));
        EXPECT_EQ(view_.selected(), expected);
    }
}

TEST_F(PlotSelection, WhileBrushingPlainDragsPick) {
    QTest::keyClick(&view_, Qt::Key_B);
    const QPoint at = pixelOf(0, 5);
    drag(at - QPoint(15, 15), at + QPoint(15, 15), Qt::NoModifier);
    EXPECT_EQ(view_.selected(), PointIds{8});
    EXPECT_TRUE(view_.zoom().isHome());

    QTest::keyClick(&view_, Qt::Key_B);
    drag(at - QPoint(60, 60), at + QPoint(60, 60), Qt::NoModifier);
    EXPECT_FALSE(view_.zoom().isHome());
}

TEST_F(PlotSelection, SpacePicksThePointThatWasSteppedTo) {
    QTest::keyClick(&view_, Qt::Key_Right);
    QTest::keyClick(&view_, Qt::Key_Right);
    QTest::keyClick(&view_, Qt::Key_Space);
    EXPECT_EQ(view_.selected(), PointIds{2});
    EXPECT_TRUE(view_.accessibleDescription().startsWith(QStringLiteral("Selected, ")))
        << view_.accessibleDescription().toStdString();
    QTest::keyClick(&view_, Qt::Key_Space);
    EXPECT_TRUE(view_.selected().empty());
    EXPECT_FALSE(view_.accessibleDescription().startsWith(QStringLiteral("Selected")));
}

TEST_F(PlotSelection, WhereNothingCanBePickedAllDragsZoom) {
    view_.setSelectable(false);
    QTest::keyClick(&view_, Qt::Key_B);
    const QPoint at = pixelOf(0, 5);
    drag(at - QPoint(60, 60), at + QPoint(60, 60), Qt::ShiftModifier);
    EXPECT_TRUE(view_.selected().empty());
    EXPECT_FALSE(view_.zoom().isHome());
}

// Pointing marks a point too, but there the key is for panning.
TEST_F(PlotSelection, SpaceOverAPointOnlyPans) {
    QTest::mouseMove(&view_, pixelOf(0, 5));
    ASSERT_TRUE(view_.markedPoint());
    QTest::keyClick(&view_, Qt::Key_Space);
    EXPECT_TRUE(view_.selected().empty());
}

// Goal: Esc first lets go of a point that was stepped to, then belongs to the window.
TEST_F(PlotSelection, EscapeIsTheChartsOnlyWhileItHoldsAPoint) {
    const auto isTaken = [&] {
        QKeyEvent ask(QEvent::ShortcutOverride, Qt::Key_Escape, Qt::NoModifier);
        ask.ignore();
        QApplication::sendEvent(&view_, &ask);
        return ask.isAccepted();
    };
    EXPECT_FALSE(isTaken());
    QTest::keyClick(&view_, Qt::Key_Right);
    EXPECT_TRUE(isTaken());
    QTest::keyClick(&view_, Qt::Key_Escape);
    EXPECT_FALSE(isTaken());
}

TEST_F(PlotSelection, WhatIsNotPickedIsDimmed) {
    const int first = pixelsOf(0);
    const int second = pixelsOf(1);
    ASSERT_GT(second, 100);

    view_.setSelected({1, 2, 3, 4, 6, 8, 12, 16});
    EXPECT_GT(pixelsOf(0), first / 2);
    EXPECT_EQ(pixelsOf(1), 0);

    view_.setSelected({});
    EXPECT_EQ(pixelsOf(1), second);
}

TEST_F(PlotSelection, StaysWhenTheDataAreRefreshed) {
    view_.setSelected({102});

    view_.setModel(twoCurves());

    EXPECT_EQ(view_.selected(), PointIds{102});
    EXPECT_GT(pixelsOf(1), 0);
    EXPECT_EQ(pixelsOf(0), 0);
}

TEST(PlotSelectionTest, BarsAndCellsArePickedWhereTheyAreTouched) {
    PlotModel bars;
    bars.x.categories = {QStringLiteral("nvme"), QStringLiteral("network")};
    PlotSeries series;
    series.kind = SeriesKind::Bars;
    series.points = {{.x = 0.0, .y = 10.0, .id = 1}, {.x = 1.0, .y = 20.0, .id = 2}};
    bars.series = {series};
    PlotModel cells = bars;
    cells.y.categories = cells.x.categories;
    cells.z = PlotAxis{.title = QStringLiteral("Images per second"), .unit = "1/s"};
    cells.series[0].kind = SeriesKind::Cells;
    cells.series[0].points[0].y = 0.0;
    cells.series[0].points[1].y = 1.0;
    for (const PlotModel& model : {bars, cells}) {
        const auto placed = placedSeries(model);
        const PlotMap map{QRectF(0, 0, 400, 200), homeRange(model, placed)};
        const QRectF low_left(90, 180, 20, 10);  // far below the top of a bar
        EXPECT_EQ(idsWithin(model, placed, map, low_left), PointIds{1});
    }
}

// Goal: what is drawn as a band can be brushed wherever it is.
TEST(PlotSelectionTest, MeansOfManySamplesArePickedByTheirBand) {
    PlotModel model;
    PlotSeries series{.kind = SeriesKind::Band};
    series.points = {{.x = 0.0, .y = 10.0, .low = 0.0, .high = 100.0, .id = 1},
                     {.x = 1.0, .y = 10.0, .low = 9.0, .high = 11.0, .id = 2}};
    model.series = {series};
    const auto placed = placedSeries(model);
    const PlotMap map{QRectF(0, 0, 400, 200), homeRange(model, placed)};

    const double y_of_80 = map.toPixel({0.0, 80.0}, false).y();
    EXPECT_EQ(idsWithin(model, placed, map, QRectF(0, y_of_80 - 5, 400, 10)), PointIds{1});
}

}  // namespace
}  // namespace throughline::ui
