// SPDX-License-Identifier: GPL-3.0-or-later
// Goal: all notes of a chart can be read, whatever the chart before had.
#include "ui/explore/remarks_button.h"

#include <gtest/gtest.h>

#include <QMainWindow>
#include <QMenu>
#include <QScrollBar>
#include <QTest>

namespace throughline::ui {
namespace {

class RemarksButtonTest : public testing::Test {
protected:
    RemarksButtonTest() {
        window_.resize(800, 600);
        button_ = new RemarksButton;
        window_.setCentralWidget(button_);
        window_.show();
    }
    /// How much of the notes is below the edge of what opens.
    int hiddenPx(int notes) {
        QStringList remarks;
        for (int i = 0; i < notes; ++i) {
            remarks << QStringLiteral(
                           "Note %1 says at length what is to be known of the runs in "
                           "this chart, over more than a single line.")
                           .arg(i);
        }
        button_->setRemarks(remarks);
        QMenu* menu = button_->menu();
        menu->popup(QPoint(10, 10));
        const auto* area = menu->findChild<QScrollArea*>();
        const int hidden = area->widget()->height() - area->height();
        EXPECT_LE(area->height(), menu->height());
        scrolls_ = area->verticalScrollBar()->maximum() > 0;
        menu->close();
        return hidden;
    }

    QMainWindow window_;
    RemarksButton* button_;
    bool scrolls_ = false;
};

TEST_F(RemarksButtonTest, ShowsAllNotesAlsoAfterItShowedFewer) {
    EXPECT_LE(hiddenPx(1), 0);
    EXPECT_LE(hiddenPx(5), 0);
    EXPECT_LE(hiddenPx(2), 0);
}

TEST_F(RemarksButtonTest, VeryManyAreScrolledTo) {
    EXPECT_GT(hiddenPx(60), 0);
    EXPECT_TRUE(scrolls_);
}

}  // namespace
}  // namespace throughline::ui
