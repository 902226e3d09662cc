// SPDX-License-Identifier: GPL-3.0-or-later
// The line at the foot of the window.
#include "ui/shell/message_bar.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QEnterEvent>
#include <QMainWindow>
#include <QToolButton>

namespace throughline::ui {
namespace {

/// A window with one button that says what it does.
class MessageBarTest : public testing::Test {
protected:
    MessageBarTest() {
        window_.setStatusBar(messages_);
        messages_->takeTipsOf(&window_);
        button_->setStatusTip(QStringLiteral("Save the scenarios"));
        window_.setCentralWidget(button_);
        window_.show();
    }
    void enter() {
        QEnterEvent event({}, {}, {});
        QCoreApplication::sendEvent(button_, &event);
    }
    void leave() {
        QEvent event(QEvent::Leave);
        QCoreApplication::sendEvent(button_, &event);
    }
    QMainWindow window_;
    MessageBar* messages_ = new MessageBar;  // the window's
    QToolButton* button_ = new QToolButton;  // the window's
};

// Goal: whoever saves by a click reads where, and reaches the button beside it. Method: the mouse
// comes to the button, clicks, and leaves it.
TEST_F(MessageBarTest, WhatAClickDidStaysWhenTheMouseLeavesTheButton) {
    const QString saved = QStringLiteral("Saved as /tmp/scenarios.json");
    enter();
    EXPECT_EQ(messages_->currentMessage(), button_->statusTip());
    messages_->saySaved(QStringLiteral("/tmp/scenarios.json"));
    leave();
    EXPECT_EQ(messages_->currentMessage(), saved);
    EXPECT_TRUE(messages_->button()->isVisible());
    enter();
    EXPECT_EQ(messages_->currentMessage(), saved) << "it is read before one goes on";
    leave();
    messages_->goOn();
    enter();
    EXPECT_EQ(messages_->currentMessage(), button_->statusTip());
    leave();
    EXPECT_EQ(messages_->currentMessage(), QString());
}

}  // namespace
}  // namespace throughline::ui
