// SPDX-License-Identifier: GPL-3.0-or-later
// The window on small screens and at other text sizes.
#include <gtest/gtest.h>

#include <QTabWidget>
#include <QTest>

#include "tests/ui/shell/main_window_fixture.h"

namespace throughline::ui {
namespace {

// Goal: at 1024 pixels the list of studies can be read beside every page. Method: the width that
// each asks for at least.
TEST_F(MainWindowTest, ANarrowWindowLeavesRoomForTheList) {
    window_->resize(1024, 700);
    QCoreApplication::processEvents();
    EXPECT_EQ(window_->width(), 1024);
    const auto* dock = window_->findChild<QDockWidget*>();
    EXPECT_GE(dock->width(), 200);
    for (const Page page : {Page::Measure,
                            Page::Result,
                            Page::Explore,
                            Page::WhatIf,
                            Page::Figures,
                            Page::Settings,
                            Page::Report}) {
        window_->showPage(page);
        const auto* shown = window_->findChild<QTabWidget*>()->currentWidget();
        EXPECT_LE(shown->minimumSizeHint().width(), 820) << shown->metaObject()->className();
    }
}

// Goal: who made the text larger in a small window, and normal again in a large one, has the list
// as it was: its width, and the font of its title.
TEST_F(MainWindowTest, TheListIsAsBeforeWhenTheTextHasItsSizeAgain) {
    auto* dock = window_->findChild<QDockWidget*>();
    const int width = dock->width();
    const int title = dock->widget()->y();
    const auto titleBar = [&] { return dock->grab(QRect(0, 0, width / 2, title)).toImage(); };
    const QImage before = titleBar();

    window_->preferences()->set(Preference::Scale, 1.3);
    window_->resize(1024, 700);
    QTest::qWait(50);
    EXPECT_GT(dock->widget()->minimumSizeHint().width(), 12 * 17);
    window_->preferences()->set(Preference::Scale, 1.0);
    window_->resize(1280, 720);

    EXPECT_TRUE(QTest::qWaitFor([&] { return dock->width() == width; }))
        << dock->width() << " instead of " << width;
    EXPECT_EQ(titleBar(), before);
}

// Goal: on a screen of 720 pixels nothing pushes the foot of the window out of it. Method: the
// height that the window asks for at least, whatever the page asks for.
TEST_F(MainWindowTest, NoPageMakesTheWindowHigher) {
    const int least = window_->minimumSizeHint().height();
    EXPECT_LE(least, 480);
    window_->showPage(Page::WhatIf);
    QCoreApplication::processEvents();
    EXPECT_EQ(window_->minimumSizeHint().height(), least);
    window_->resize(1024, 500);
    QCoreApplication::processEvents();
    EXPECT_EQ(window_->height(), 500);
}

// Goal: a window that was small for a while gives the list its width back.
TEST_F(MainWindowTest, TheListIsAsWideAgainInAWindowThatGrows) {
    auto* dock = window_->findChild<QDockWidget*>();
    window_->showPage(Page::WhatIf);  // whose page asks for more than others
    QCoreApplication::processEvents();
    const int width = dock->width();
    window_->resize(1024, 700);
    QCoreApplication::processEvents();
    window_->resize(1280, 720);
    EXPECT_TRUE(QTest::qWaitFor([&] { return dock->width() == width; }))
        << dock->width() << " instead of " << width;
}

// Goal: whoever draws the list narrower has it so at the next start, too.
TEST_F(MainWindowTest, ADrawnWidthOfTheListIsKept) {
    window_.reset();
    settings_->setValue(QStringLiteral("layout/list_width"), 222);
    window_ = std::make_unique<MainWindow>(settings_.get());
    window_->resize(1280, 720);
    window_->show();
    auto* dock = window_->findChild<QDockWidget*>();
    EXPECT_TRUE(QTest::qWaitFor([&] { return dock->width() == 222; })) << dock->width();
    window_->resize(1400, 720);
    QTest::qWait(50);
    EXPECT_EQ(dock->width(), 222);
}

}  // namespace
}  // namespace throughline::ui
