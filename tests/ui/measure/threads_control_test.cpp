// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/threads_control.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <memory>
#include <string>

namespace throughline::ui {
namespace {

LiveSnapshot runOf(int number, const std::string& stages, std::int64_t threads) {
    auto started = std::make_shared<record::RunStarted>();
    started->run = number;
    started->settings = {{"stages", stages}, {"decode.threads", threads}};
    LiveSnapshot snapshot;
    snapshot.run = number;
    snapshot.current = started;
    return snapshot;
}

TEST(ThreadsControl, KeyboardAsksOnceForWhereItCameToRest) {
    ThreadsControl control;
    control.setSnapshot(runOf(1, "full", 1));
    QSignalSpy asked(&control, &ThreadsControl::asked);
    auto* slider = control.findChild<QSlider*>();
    QTest::keyClick(slider, Qt::Key_Right);
    QTest::keyClick(slider, Qt::Key_Right);
    QTest::keyClick(slider, Qt::Key_Left);

    ASSERT_TRUE(asked.wait(5000));
    EXPECT_EQ(asked.count(), 1);
    EXPECT_EQ(asked.front().front().toInt(), 2);
    EXPECT_EQ(control.findChild<QSpinBox*>()->value(), 2);
}

TEST(ThreadsControl, NextRunBeginsWithItsOwnNumber) {
    ThreadsControl control;
    control.setSnapshot(runOf(1, "full", 1));
    control.findChild<QSpinBox*>()->setValue(2);
    control.setSnapshot(runOf(1, "full", 1));
    EXPECT_EQ(control.threads(), 2);
    control.setSnapshot(runOf(2, "full", 1));
    EXPECT_EQ(control.threads(), 1);
}

// Run 1 of one study, then run 1 of the next: a number asked for in the first is not the second's.
TEST(ThreadsControl, NextStudyBeginsWithItsOwnNumber) {
    ThreadsControl control;
    control.setSnapshot(runOf(1, "full", 1));
    control.findChild<QSpinBox*>()->setValue(2);
    control.setSnapshot(LiveSnapshot{});
    control.setSnapshot(runOf(1, "full", 1));
    EXPECT_EQ(control.threads(), 1);
}

TEST(ThreadsControl, RefusedNumberGoesBack) {
    ThreadsControl control;
    control.setSnapshot(runOf(1, "full", 1));
    control.findChild<QSpinBox*>()->setValue(2);
    control.goBack();
    control.setSnapshot(runOf(1, "full", 1));
    EXPECT_EQ(control.threads(), 1);
}

TEST(ThreadsControl, StagesWithoutDecodersDisableItAndSayWhy) {
    ThreadsControl control;
    for (const char* stages : {"storage", "consumer"}) {
        control.setSnapshot(runOf(1, stages, 1));
        EXPECT_FALSE(control.findChild<QSlider*>()->isEnabled());
        EXPECT_TRUE(
            control.findChild<QSlider*>()->toolTip().contains(QStringLiteral("does not decode")));
        EXPECT_EQ(control.findChild<QSpinBox*>()->text(), QStringLiteral("–"));
    }
    control.setSnapshot(runOf(2, "decode", 1));
    EXPECT_TRUE(control.findChild<QSlider*>()->isEnabled());
}

}  // namespace
}  // namespace throughline::ui
