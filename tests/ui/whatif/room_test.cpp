// SPDX-License-Identifier: GPL-3.0-or-later
// Goal: whatever there is to say of a base and an answer, the chart stays on a small screen with
// both its axes, and nothing moves below a text that grows.
#include <gtest/gtest.h>

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QTest>

#include "engine/record/this_machine.h"
#include "tests/ui/kept_picture.h"
#include "tests/ui/whatif/demo_base.h"
#include "tests/ui/whatif/page_on_screen.h"
#include "ui/style/ui_style.h"

namespace throughline::ui {
namespace {

/// The page as it is in a window of 1280 x 690 beside the list of studies.
class RoomTest : public PageOnScreen {
protected:
    RoomTest() : PageOnScreen({918, 580}) {}
    /// Disturbed, of this computer, with another study chosen and asked beyond what was measured.
    void openAtWorst() {
        StudyBase base = *demoBase();
        base.calibration.disturbed = true;
        base.calibration.machine = record::this_machine();
        page_->setStudyBase(std::make_shared<const StudyBase>(base));
        document().addScenario({.name = "gp3", .catalog = {.storage = "aws-gp3"}});
        document().setInput(1, model::Input::GpusPerNode, 8.0);
        page_->baseRow()->setChosen(StudyChoice{.id = 7,
                                                .title = QStringLiteral("photos, 2 threads"),
                                                .apart = QStringLiteral("23 Nov 02:57"),
                                                .uuid = "another",
                                                .own = true});
        page_->resize(918, 580);
        QCoreApplication::processEvents();
    }
    int bottomOf(const QWidget* widget) const {
        return widget->mapTo(page_.get(), QPoint(0, widget->height())).y();
    }
};

TEST_F(RoomTest, TheChartIsWholeUnderAllThatThereIsToSay) {
    openAtWorst();
    ASSERT_TRUE(page_->baseRow()->isVisible());
    ASSERT_TRUE(page_->baseRow()->useChosenButton()->isVisible());
    for (const auto view : {ChartViews::Curve, ChartViews::Roofline, ChartViews::Nodes}) {
        page_->charts()->setCurrentIndex(view);
        page_->resize(918, 580);
        QCoreApplication::processEvents();
        const PlotView* plot = view == ChartViews::Nodes ? page_->charts()->nodesPanel()->plot()
                                                         : page_->charts()->plot(view);
        EXPECT_LE(bottomOf(plot), 580) << view;
        EXPECT_GE(plot->height(), 9 * page_->fontMetrics().height()) << view;
        keepPicture(*page_, QStringLiteral("whatif-room-%1").arg(view));
    }
}

TEST_F(RoomTest, WhatIsToBeKnownOfTheBaseIsOneLineThatUnfolds) {
    openAtWorst();
    StudyBaseRow* const row = page_->baseRow();
    const int folded = row->height();
    const int answer = page_->answer()->y();
    ASSERT_TRUE(row->moreButton()->isVisible());
    row->moreButton()->click();
    QCoreApplication::processEvents();
    EXPECT_GT(row->height(), folded);
    row->moreButton()->click();
    QCoreApplication::processEvents();
    EXPECT_EQ(row->height(), folded);
    EXPECT_EQ(page_->answer()->y(), answer);
}

TEST_F(RoomTest, LargerTypeMakesTheAnswerNoSmaller) {
    openAtWorst();
    const auto pixels = [&] { return QFontInfo(page_->answer()->rate()->font()).pixelSize(); };
    const int before = pixels();
    for (const double scale : {1.1, 1.3, 1.7}) {
        applyUiScale(scale);
        QCoreApplication::processEvents();
        EXPECT_GE(pixels(), before) << scale;
    }
    applyUiScale(1.0);
    QCoreApplication::processEvents();
    EXPECT_EQ(pixels(), before);
}

TEST_F(RoomTest, TheBaseMenuListsWhatCanBeABaseWithItsRate) {
    std::vector<StudyChoice> studies;
    for (int i = 0; i < 23; ++i) {
        studies.push_back({.id = i,
                           .title = QStringLiteral("photos %1").arg(i),
                           .uuid = std::to_string(i),
                           .own = true,
                           .when = QStringLiteral("28 Nov 06:31"),
                           .rate = QStringLiteral("656 images/s")});
    }
    studies[1].offered = false;
    studies[2].why_not = QStringLiteral("It measured no images/s.");
    page_->setStudies(studies);
    QMenu* const menu = page_->baseButton()->menu();
    Q_EMIT menu->aboutToShow();
    QStringList texts;
    const QAction* refused = nullptr;
    const QMenu* more = nullptr;
    for (const QAction* action : menu->actions()) {
        texts << action->text();
        refused = action->text().startsWith(QStringLiteral("photos 2\t")) ? action : refused;
        more = action->menu() != nullptr ? action->menu() : more;
    }
    EXPECT_TRUE(texts.contains(QStringLiteral("photos 0\t28 Nov 06:31, 656 images/s")));
    EXPECT_FALSE(texts.join(u' ').contains(QStringLiteral("photos 1\t")));
    ASSERT_NE(refused, nullptr);
    EXPECT_FALSE(refused->isEnabled());
    EXPECT_EQ(refused->toolTip(), QStringLiteral("It measured no images/s."));
    ASSERT_NE(more, nullptr);
    EXPECT_EQ(more->actions().size(), 2);
}

}  // namespace
}  // namespace throughline::ui
