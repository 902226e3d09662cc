// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <algorithm>

#include "tests/ui/plot/synthetic_model.h"
#include "ui/plot/plot_notes.h"

namespace throughline::ui {
namespace {

class PlotViewTest : public testing::Test {
protected:
    PlotViewTest() {
        view_.resize(900, 520);
        view_.setModel(synthetic::sweepModel(2));
        view_.show();
        QTest::qWait(1);
    }

    void wheel(const QPointF& at, int notches) {
        QWheelEvent event(at,
                          view_.mapToGlobal(at),
                          QPoint(),
                          QPoint(0, notches * 120),
                          Qt::NoButton,
                          Qt::NoModifier,
                          Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(&view_, &event);
    }

    QPointF pixelOf(std::size_t series, std::size_t point) {
        return view_.map().toPixel(view_.placed()[series].places[point], false);
    }

    PlotView view_;
};

TEST_F(PlotViewTest, WheelZoomsAtTheCursor) {
    const QPointF at = pixelOf(1, 4);
    const QPointF before = view_.map().toPlace(at, false);

    wheel(at, 2);

    const QPointF after = view_.map().toPlace(at, false);
    EXPECT_LT(view_.zoom().current().x.length(), view_.zoom().home().x.length() * 0.7);
    // Labels may have become wider and moved the plot area; the place under the cursor stays.
    EXPECT_NEAR(after.x(), before.x(), view_.zoom().current().x.length() * 0.03);
    EXPECT_NEAR(after.y(), before.y(), view_.zoom().current().y.length() * 0.03);
}

TEST_F(PlotViewTest, WheelOverAnAxisZoomsThatAxisAlone) {
    const QRectF area = view_.map().area;

    wheel({area.center().x(), area.bottom() + 10}, 1);
    EXPECT_LT(view_.zoom().current().x.length(), view_.zoom().home().x.length());
    EXPECT_EQ(view_.zoom().current().y, view_.zoom().home().y);

    view_.fit();
    wheel({area.left() - 10, area.center().y()}, 1);
    EXPECT_EQ(view_.zoom().current().x, view_.zoom().home().x);
    EXPECT_LT(view_.zoom().current().y.length(), view_.zoom().home().y.length());
}

TEST_F(PlotViewTest, WheelOutNeverLeavesTheData) {
    wheel(view_.map().area.center(), -20);

    EXPECT_TRUE(view_.zoom().isHome());
}

TEST_F(PlotViewTest, RubberBandZoomsToWhatItCovers) {
    const QPointF first = pixelOf(0, 1);
    const QPointF last = pixelOf(0, 5);
    const QPoint from(static_cast<int>(first.x()) - 10, static_cast<int>(last.y()) - 10);
    const QPoint to(static_cast<int>(last.x()) + 10, static_cast<int>(first.y()) + 10);

    QTest::mousePress(&view_, Qt::LeftButton, Qt::NoModifier, from);
    QTest::mouseMove(&view_, (from + to) / 2);
    QTest::mouseMove(&view_, to);
    QTest::mouseRelease(&view_, Qt::LeftButton, Qt::NoModifier, to);

    const PlotRange range = view_.zoom().current();
    EXPECT_GT(range.x.low, 1.0);
    EXPECT_LT(range.x.low, 2.0);
    EXPECT_GT(range.x.high, 8.0);
    EXPECT_LT(range.x.high, 10.0);
    EXPECT_FALSE(view_.zoom().isHome());
    view_.undoZoom();
    EXPECT_TRUE(view_.zoom().isHome());
}

TEST_F(PlotViewTest, MiddleDragPansAndDoubleClickFits) {
    wheel(view_.map().area.center(), 4);
    const PlotRange before = view_.zoom().current();
    const QPoint from = view_.map().area.center().toPoint();

    QTest::mousePress(&view_, Qt::MiddleButton, Qt::NoModifier, from);
    QTest::mouseMove(&view_, from + QPoint(60, 0));
    QTest::mouseRelease(&view_, Qt::MiddleButton, Qt::NoModifier, from + QPoint(60, 0));

    EXPECT_LT(view_.zoom().current().x.low, before.x.low);
    EXPECT_NEAR(view_.zoom().current().x.length(), before.x.length(), 1e-9);

    QTest::mouseDClick(&view_, Qt::LeftButton, Qt::NoModifier, from);
    EXPECT_TRUE(view_.zoom().isHome());
}

TEST_F(PlotViewTest, HoverMarksTheNearestPointAndLeavingLetsGo) {
    QTest::mouseMove(&view_, (pixelOf(1, 3) + QPointF(4, 4)).toPoint());

    ASSERT_TRUE(view_.markedPoint());
    EXPECT_EQ(*view_.markedPoint(), (PointRef{1, 3}));

    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&view_, &leave);
    EXPECT_FALSE(view_.markedPoint());
}

TEST_F(PlotViewTest, CrosshairPutsTheValuesInTheStatusLine) {
    QSignalSpy status(&view_, &PlotView::statusTextChanged);
    QTest::keyClick(&view_, Qt::Key_G);

    QTest::mouseMove(&view_, pixelOf(0, 5).toPoint());

    ASSERT_FALSE(status.isEmpty());
    const QString text = status.constLast().constFirst().toString();
    EXPECT_TRUE(text.contains(QStringLiteral("Study 1: 1.12 k images/s at 8")))
        << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("Study 2:"))) << text.toStdString();
}

// Parts of a logarithmic bar would have lengths that say nothing.
TEST_F(PlotViewTest, StackedBarsStayLinear) {
    PlotModel model = synthetic::sweepModel(2);
    for (PlotSeries& series : model.series) {
        series.stack = 0;
    }
    view_.setModel(model);
    QTest::keyClick(&view_, Qt::Key_L);
    EXPECT_EQ(view_.model().y.scale, AxisScale::Linear);

    view_.setModel(synthetic::sweepModel(2));
    QTest::keyClick(&view_, Qt::Key_L);
    EXPECT_EQ(view_.model().y.scale, AxisScale::Logarithmic);
}

// Goal: Ctrl+Z is the zoom's where that was done last, else the window's.
TEST_F(PlotViewTest, UndoTakesAZoomBack) {
    const auto is_ours = [&](QKeySequence::StandardKey standard) {
        const QKeyCombination keys = QKeySequence(standard)[0];
        QKeyEvent wanted(QEvent::ShortcutOverride, keys.key(), keys.keyboardModifiers());
        wanted.ignore();
        QCoreApplication::sendEvent(&view_, &wanted);
        if (wanted.isAccepted()) {
            QTest::keyClick(&view_, keys.key(), keys.keyboardModifiers());
        }
        return wanted.isAccepted();
    };
    EXPECT_FALSE(is_ours(QKeySequence::Undo));
    QTest::keyClick(&view_, Qt::Key_Plus);

    EXPECT_TRUE(is_ours(QKeySequence::Undo));
    EXPECT_TRUE(view_.zoom().isHome());
    EXPECT_FALSE(is_ours(QKeySequence::Undo));
    EXPECT_TRUE(is_ours(QKeySequence::Redo));
    EXPECT_FALSE(view_.zoom().isHome());
}

TEST_F(PlotViewTest, EverythingWorksByKeyboard) {
    QSignalSpy activated(&view_, &PlotView::pointActivated);
    QTest::keyClick(&view_, Qt::Key_Plus);
    const PlotRange zoomed = view_.zoom().current();
    EXPECT_LT(zoomed.x.length(), view_.zoom().home().x.length());
    QTest::keyClick(&view_, Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_GT(view_.zoom().current().x.low, zoomed.x.low);
    QTest::keyClick(&view_, Qt::Key_Backspace);
    EXPECT_EQ(view_.zoom().current(), zoomed);
    QTest::keyClick(&view_, Qt::Key_F);
    EXPECT_TRUE(view_.zoom().isHome());
    QTest::keyClick(&view_, Qt::Key_L);
    EXPECT_EQ(view_.model().y.scale, AxisScale::Logarithmic);
    QTest::keyClick(&view_, Qt::Key_L, Qt::ShiftModifier);
    EXPECT_EQ(view_.model().x.scale, AxisScale::Logarithmic);

    QTest::keyClick(&view_, Qt::Key_Right);
    QTest::keyClick(&view_, Qt::Key_Right);
    ASSERT_TRUE(view_.markedPoint());
    EXPECT_EQ(*view_.markedPoint(), (PointRef{0, 1}));
    EXPECT_TRUE(view_.accessibleDescription().contains(QStringLiteral("Decode threads: 2")));
    QTest::keyClick(&view_, Qt::Key_Return);
    EXPECT_EQ(activated.size(), 1);
    QTest::keyClick(&view_, Qt::Key_Escape);
    EXPECT_FALSE(view_.markedPoint());
}

// Goal: Tab enters and leaves a chart, whatever is marked in it. Method: a chart between two
// fields.
TEST(PlotViewFocus, TabGoesPastTheChart) {
    QWidget window;
    auto* before = new QLineEdit(&window);
    auto* chart = new PlotView(&window);
    auto* after = new QLineEdit(&window);
    chart->setModel(synthetic::sweepModel(2));
    auto* layout = new QVBoxLayout(&window);
    for (QWidget* one : {static_cast<QWidget*>(before),
                         static_cast<QWidget*>(chart),
                         static_cast<QWidget*>(after)}) {
        layout->addWidget(one);
    }
    window.show();
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    before->setFocus();
    QTest::keyClick(before, Qt::Key_Tab);
    ASSERT_TRUE(chart->hasFocus());
    QTest::keyClick(chart, Qt::Key_Right);
    ASSERT_TRUE(chart->markedPoint());

    QTest::keyClick(chart, Qt::Key_Tab);

    EXPECT_TRUE(after->hasFocus());
    EXPECT_FALSE(chart->markedPoint());
    EXPECT_TRUE(chart->accessibleDescription().startsWith(QStringLiteral("Chart of")));
}

TEST_F(PlotViewTest, SteppingOutOfSightTakesTheViewAlong) {
    PlotRange range = view_.zoom().home();
    view_.showX({0.5, 4.5});
    QTest::keyClick(&view_, Qt::Key_End);
    QTest::keyClick(&view_, Qt::Key_End);

    ASSERT_TRUE(view_.markedPoint());
    EXPECT_EQ(view_.markedPoint()->point, 7U);
    EXPECT_TRUE(view_.zoom().current().x.contains(16.0));
    EXPECT_NEAR(view_.zoom().current().x.length(), 4.0, 1e-9);
    EXPECT_LE(view_.zoom().current().x.high, range.x.high);
}

// Goal: a double click beside a point fits and does nothing else. Where everything is in view there
// is nothing to fit, and a click opens at once.
TEST_F(PlotViewTest, ADoubleClickInAZoomedChartOpensNoPoint) {
    QApplication::setDoubleClickInterval(40);
    QSignalSpy activated(&view_, &PlotView::pointActivated);
    QTest::mouseClick(&view_, Qt::LeftButton, Qt::NoModifier, pixelOf(0, 3).toPoint());
    EXPECT_EQ(activated.size(), 1);

    view_.zoomBy(0.8);
    const QPoint at = pixelOf(0, 4).toPoint();
    QTest::mouseClick(&view_, Qt::LeftButton, Qt::NoModifier, at);
    EXPECT_EQ(view_.markedPoint(), (PointRef{0, 4})) << "marked at once";
    QTest::mouseDClick(&view_, Qt::LeftButton, Qt::NoModifier, at);
    QTest::qWait(80);
    EXPECT_TRUE(view_.zoom().isHome());
    EXPECT_EQ(activated.size(), 1);

    view_.zoomBy(0.8);
    QTest::mouseClick(&view_, Qt::LeftButton, Qt::NoModifier, pixelOf(0, 4).toPoint());
    QTest::mouseMove(&view_, QPoint(2, 2));  // on its way elsewhere
    EXPECT_EQ(activated.size(), 1);
    ASSERT_TRUE(QTest::qWaitFor([&] { return activated.size() == 2; }, 2'000));
    EXPECT_EQ(activated.back().at(1).toInt(), 4);
    QApplication::setDoubleClickInterval(400);
}

TEST_F(PlotViewTest, RefreshKeepsTheZoom) {
    wheel(view_.map().area.center(), 3);
    const PlotRange before = view_.zoom().current();
    PlotModel more = synthetic::sweepModel(3);

    view_.setModel(more);
    EXPECT_EQ(view_.zoom().current(), before);

    more.y = synthetic::utilisationAxis();
    view_.setModel(more);
    EXPECT_TRUE(view_.zoom().isHome());
}

TEST_F(PlotViewTest, FewerSeriesDropTheMarkedPoint) {
    QTest::mouseMove(&view_, pixelOf(1, 3).toPoint());
    ASSERT_TRUE(view_.markedPoint());

    view_.setModel(synthetic::sweepModel(1));
    view_.grab();

    EXPECT_FALSE(view_.markedPoint());
}

TEST_F(PlotViewTest, DescribesItself) {
    EXPECT_FALSE(view_.accessibleName().isEmpty());
    EXPECT_TRUE(view_.accessibleDescription().contains(QStringLiteral("Study 2: 8 points")));
}

TEST(TooltipRect, StaysWithinThePicture) {
    const QRectF picture(0, 0, 300, 200);
    for (const QPointF at : {QPointF(0, 0), QPointF(300, 0), QPointF(0, 200), QPointF(300, 200)}) {
        const QRectF box = tooltipRect({180, 70}, at, picture);
        EXPECT_TRUE(picture.contains(box)) << at.x() << ' ' << at.y();
    }
}

TEST_F(PlotViewTest, LevelLinesAreDescribedAndNearOnesAreInView) {
    PlotModel model = synthetic::sweepModel(1);
    view_.setModel(model);
    const double top = view_.zoom().home().y.high;
    model.levels = {{.y = top * 1.2, .text = QStringLiteral("storage alone")},
                    {.y = top * 50.0, .text = QStringLiteral("decode alone")}};
    view_.setModel(model);

    EXPECT_GE(view_.zoom().home().y.high, top * 1.2);
    EXPECT_LT(view_.zoom().home().y.high, top * 5.0) << "a far line would press the data flat";
    EXPECT_TRUE(view_.accessibleDescription().contains(QStringLiteral("decode alone")));
}

TEST_F(PlotViewTest, LevelsAboveTheViewAreNamedAboveThePlotArea) {
    PlotModel model = synthetic::sweepModel(1);
    const double top = view_.zoom().home().y.high;
    model.levels = {{.y = top * 90.0, .text = QStringLiteral("decode alone")},
                    {.y = top * 50.0, .text = QStringLiteral("storage alone")},
                    {.y = top * 0.5, .text = QStringLiteral("wanted")}};
    view_.setModel(model);

    const PlotLayout& layout = view_.plotLayout();
    const auto named =
        std::find_if(layout.texts.begin(), layout.texts.end(), [](const PlacedText& text) {
            return text.text.contains(QStringLiteral("storage alone"));
        });

    ASSERT_NE(named, layout.texts.end());
    EXPECT_LE(named->box.bottom(), layout.area.top());
    EXPECT_LT(named->text.indexOf(QStringLiteral("storage")),
              named->text.indexOf(QStringLiteral("decode")))
        << "the nearest first";
    EXPECT_FALSE(named->text.contains(QStringLiteral("wanted")));
}

// Goal: a mark says what it stands on. Method: the same curve comes again with more points.
TEST_F(PlotViewTest, AMarkStaysAtItsPlaceWhenMorePointsCome) {
    PlotModel model = synthetic::sweepModel(1);
    view_.setModel(model);
    QTest::keyClick(&view_, Qt::Key_Right);
    QTest::keyClick(&view_, Qt::Key_Right);
    ASSERT_TRUE(view_.markedPoint());
    const double x = model.series[0].points[view_.markedPoint()->point].x;
    std::vector<PlotPoint>& points = model.series[0].points;
    points.insert(points.begin(),
                  {{.x = points[0].x / 4, .y = 1.0}, {.x = points[0].x / 2, .y = 2.0}});

    view_.setModel(model);

    ASSERT_TRUE(view_.markedPoint());
    EXPECT_EQ(points[view_.markedPoint()->point].x, x);
}

TEST_F(PlotViewTest, TimeSinceAStartHasNoLogarithm) {
    PlotModel model = synthetic::timeModel(1, 50);
    model.x.alwaysLinear = true;
    view_.setModel(model);

    QTest::keyClick(&view_, Qt::Key_L, Qt::ShiftModifier);

    EXPECT_EQ(view_.model().x.scale, AxisScale::Linear);
}

TEST_F(PlotViewTest, ReferenceLinesAreNoData) {
    PlotModel model = synthetic::sweepModel(1);
    PlotSeries ideal = model.series.front();
    ideal.kind = SeriesKind::Reference;
    model.series = {ideal};
    view_.setModel(model);

    QTest::keyClick(&view_, Qt::Key_Right);

    EXPECT_FALSE(view_.markedPoint());
}

TEST_F(PlotViewTest, AHeatMapKeepsItsCategoriesAndIsHitByTheCell) {
    PlotModel model;
    model.x.categories = {QStringLiteral("1"), QStringLiteral("2")};
    model.y.categories = {QStringLiteral("io_uring"), QStringLiteral("pread")};
    model.z = PlotAxis{.title = QStringLiteral("Images per second"), .unit = "1/s"};
    PlotSeries cells;
    cells.kind = SeriesKind::Cells;
    for (int i = 0; i < 4; ++i) {
        cells.points.push_back({.x = static_cast<double>(i % 2),
                                .y = static_cast<double>(i / 2),
                                .z = 100.0 * (i + 1),
                                .id = i});
    }
    model.series = {cells};
    view_.setModel(model);

    QTest::keyClick(&view_, Qt::Key_L);
    EXPECT_EQ(view_.model().y.scale, AxisScale::Linear);

    const PlotMap map = view_.map();
    const QRectF box = cellOf(view_.placed().front(), 3, map);
    const auto hit = nearestPoint(view_.placed(), map, box.topLeft() + QPointF(3, 3), 5.0);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->point, 3U);
}

TEST_F(PlotViewTest, NotesStandClearOfEachOtherAndOfTheEdges) {
    PlotModel model = synthetic::sweepModel(2);
    for (PlotSeries& series : model.series) {
        for (PlotPoint& point : series.points) {
            point.pin = QStringLiteral("A note of several words at %1").arg(point.x);
        }
        series.points.resize(3);
    }
    view_.setModel(model);
    const PlotLook look{lightTheme(), view_.font()};
    const PlotFrame frame{
        view_.model(), view_.placed(), view_.zoom().current(), QSizeF(view_.size()), look};

    const auto notes = placedNotes(frame, view_.plotLayout());

    ASSERT_EQ(notes.size(), 6U);
    for (std::size_t i = 0; i < notes.size(); ++i) {
        EXPECT_TRUE(view_.plotLayout().area.contains(notes[i].box));
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_FALSE(notes[i].box.intersects(notes[j].box)) << i << " and " << j;
        }
    }
}

TEST_F(PlotViewTest, NAsksForANoteAtTheMarkedPoint) {
    QSignalSpy asked(&view_, &PlotView::noteAsked);
    QTest::keyClick(&view_, Qt::Key_N);
    EXPECT_EQ(asked.count(), 0);

    QTest::keyClick(&view_, Qt::Key_Right);
    QTest::keyClick(&view_, Qt::Key_N);

    ASSERT_EQ(asked.count(), 1);
    EXPECT_EQ(asked.front().at(1).toInt(), 0);
}

TEST_F(PlotViewTest, AHiddenPointHasNoNote) {
    PlotModel model = synthetic::sweepModel(1);
    model.series[0].points[0].pin = QStringLiteral("here");
    model.series[0].visible = false;
    view_.setModel(model);
    const PlotLook look{lightTheme(), view_.font()};

    EXPECT_TRUE(
        placedNotes(
            {view_.model(), view_.placed(), view_.zoom().current(), QSizeF(view_.size()), look},
            view_.plotLayout())
            .empty());
}

}  // namespace
}  // namespace throughline::ui
