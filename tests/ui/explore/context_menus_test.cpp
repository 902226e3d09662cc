// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include "tests/ui/charts/synthetic_studies.h"
#include "tests/ui/kept_picture.h"
#include "ui/explore/explore_widget.h"

namespace throughline::ui {
namespace {

class ContextMenusTest : public testing::Test {
protected:
    ContextMenusTest() {
        explore_.resize(1280, 720);
        explore_.show();
        explore_.setStudies({synthetic::threadStudy(QStringLiteral("NVMe"), 0),
                             synthetic::threadStudy(QStringLiteral("Network"), 1)});
    }
    ~ContextMenusTest() override {
        if (QWidget* open = QApplication::activePopupWidget()) {
            open->close();
        }
    }

    PlotView* plot() const { return explore_.plot(); }
    QPointF pixelOf(std::size_t series, std::size_t point) const {
        return plot()->map().toPixel(plot()->placed()[series].places[point], false);
    }
    /// The menu that a click with the right button opens.
    QMenu* menuAt(const QPointF& pixel) const {
        const QPoint at = pixel.toPoint();
        QContextMenuEvent asked(QContextMenuEvent::Mouse, at, plot()->mapToGlobal(at));
        QApplication::sendEvent(plot(), &asked);
        return qobject_cast<QMenu*>(QApplication::activePopupWidget());
    }
    static QStringList textsOf(const QMenu* menu) {
        QStringList texts;
        for (const QAction* action : menu->actions()) {
            texts << action->text().remove(u'&').section(u'\t', 0, 0);
        }
        return texts;
    }
    static QAction* entry(const QMenu* menu, const QString& text) {
        const auto index = textsOf(menu).indexOf(text);
        return index < 0 ? nullptr : menu->actions().at(index);
    }
    QStringList visible() const {
        QStringList names;
        for (const PlotSeries& series : plot()->model().series) {
            if (series.visible) {
                names << series.name;
            }
        }
        return names;
    }

    ExploreWidget explore_;
};

TEST_F(ContextMenusTest, APointHasTheActionsOfItsRunItsCurveItsStudyAndItsChart) {
    QMenu* menu = menuAt(pixelOf(1, 2));
    ASSERT_NE(menu, nullptr);
    keepPicture(*menu, QStringLiteral("menu-point"));
    const QStringList both = visible();

    for (const auto* text : {"Pin a note…", "Open the study", "Use as baseline", "Chart"}) {
        EXPECT_NE(entry(menu, QString::fromUtf8(text)), nullptr) << text;
    }
    QAction* samples = entry(menu, QStringLiteral("Show the samples of this run"));
    ASSERT_NE(samples, nullptr);
    EXPECT_TRUE(samples->toolTip().contains(QStringLiteral("Alt+Left")));
    entry(menu, QStringLiteral("Show only this curve"))->trigger();
    EXPECT_EQ(visible(), QStringList{both[1]});

    QSignalSpy said(&explore_, &ExploreWidget::said);
    samples->trigger();
    EXPECT_EQ(explore_.document()->choice().points(), PointsOf::Samples);
    ASSERT_EQ(said.count(), 1);
    EXPECT_TRUE(said[0][0].toString().contains(QStringLiteral("Alt+Left goes back")));

    QSignalSpy outdated(&explore_, &ExploreWidget::outdated);
    explore_.historyActions().front()->trigger();
    ASSERT_EQ(outdated.count(), 1) << "the chart is the one before again";
    EXPECT_EQ(outdated[0][0], said[0][0]);
}

TEST_F(ContextMenusTest, ThePointOfAMenuIsFoundInTheTableAndCopied) {
    QMenu* menu = menuAt(pixelOf(0, 1));
    const std::int64_t run = plot()->model().series[0].points[1].id;

    entry(menu, QStringLiteral("Copy the values"))->trigger();
    EXPECT_TRUE(QApplication::clipboard()->text().contains(QStringLiteral("NVMe")));
    entry(menu, QStringLiteral("Show in the table"))->trigger();

    EXPECT_TRUE(explore_.findChild<ChartTable*>()->isVisible());
    EXPECT_EQ(explore_.document()->selected(), PointIds{run});
}

TEST_F(ContextMenusTest, BetweenTwoPointsTheCurveIsMeantAndBesideItTheChart) {
    const QPointF between = (pixelOf(0, 2) + pixelOf(0, 3)) / 2;
    const QStringList curve = textsOf(menuAt(between));
    EXPECT_EQ(curve.first(), QStringLiteral("Show only this curve"));

    QApplication::activePopupWidget()->close();
    const QStringList chart = textsOf(menuAt(plot()->map().area.topLeft() + QPointF(4, 4)));
    EXPECT_TRUE(chart.contains(QStringLiteral("Kind of chart"))) << chart.join(u'|').toStdString();
    EXPECT_TRUE(chart.contains(QStringLiteral("Fit everything")));
}

TEST_F(ContextMenusTest, AnAxisIsMadeLogarithmicAndFittedToWhatIsDrawn) {
    const QRectF area = plot()->map().area;
    QMenu* menu = menuAt({area.left() - 10, area.center().y()});
    ASSERT_NE(entry(menu, QStringLiteral("Choose the quantity…")), nullptr);
    keepPicture(*menu, QStringLiteral("menu-axis"));
    ASSERT_EQ(plot()->zoom().current().y.low, 0.0);

    entry(menu, QStringLiteral("Fit to the curves drawn"))->trigger();
    EXPECT_GT(plot()->zoom().current().y.low, 0.0);
    menu->close();
    menu = menuAt({area.left() - 10, area.center().y()});
    entry(menu, QStringLiteral("Fit everything"))->trigger();
    EXPECT_EQ(plot()->zoom().current().y.low, 0.0);

    entry(menu, QStringLiteral("Logarithmic y"))->trigger();
    EXPECT_EQ(plot()->model().y.scale, AxisScale::Logarithmic);
    EXPECT_TRUE(explore_.document()->choice().part<LogY>()->logY);
}

TEST_F(ContextMenusTest, TheMenuOfALegendRowOpensByKeyAndAsksForItsStudy) {
    auto* legend = explore_.findChild<PlotLegend*>();
    QSignalSpy asked(&explore_, &ExploreWidget::studyAsked);
    legend->setFocus();
    legend->setCurrentItem(legend->entry(1));
    QApplication::setActiveWindow(&explore_);

    QTest::keyClick(legend, Qt::Key_F10, Qt::ShiftModifier);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    ASSERT_NE(menu, nullptr);
    entry(menu, QStringLiteral("Open the study"))->trigger();

    ASSERT_EQ(asked.count(), 1);
    EXPECT_EQ(asked[0][0].toString(), plot()->model().series[1].group);
    EXPECT_EQ(asked[0][1].value<StudyAct>(), StudyAct::Open);
}

}  // namespace
}  // namespace throughline::ui
