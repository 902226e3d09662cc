// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/undo_guard.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QLineEdit>
#include <QSpinBox>
#include <QTest>
#include <QVBoxLayout>
#include <QWidget>

#include "ui/style/word_chooser.h"

namespace throughline::ui {
namespace {

/// A window with an undo of its own and fields in it.
class UndoGuardTest : public testing::Test {
protected:
    UndoGuardTest() {
        auto* layout = new QVBoxLayout(&window_);
        words_->setChoices({{.id = QStringLiteral("a"), .title = QStringLiteral("alpha")},
                            {.id = QStringLiteral("b"), .title = QStringLiteral("beta")}});
        number_->setValue(5);
        for (QWidget* one : std::initializer_list<QWidget*>{words_, number_, text_}) {
            layout->addWidget(one);
        }
        auto* undo = new QAction(&window_);
        undo->setShortcut(QKeySequence(QKeySequence::Undo));
        window_.addAction(undo);
        QObject::connect(undo, &QAction::triggered, &window_, [this] { ++undone_; });
        window_.show();
        window_.activateWindow();
    }
    bool isActive() { return QTest::qWaitForWindowActive(&window_); }
    /// How often the window's undo came of it.
    int press(QWidget* field) {
        const int before = undone_;
        field->setFocus();
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        return undone_ - before;
    }

    UndoGuard guard_;
    QWidget window_;
    WordChooser* words_ = new WordChooser;
    QSpinBox* number_ = new QSpinBox;
    QLineEdit* text_ = new QLineEdit;
    int undone_ = 0;
};

// Goal: after a choice, and after a step by an arrow key, Ctrl+Z is the window's at once.
TEST_F(UndoGuardTest, WithoutATextToTakeBackTheKeyIsTheWindows) {
    ASSERT_TRUE(isActive());
    words_->setChosen(QStringLiteral("b"), QStringLiteral("beta"));
    EXPECT_EQ(press(words_), 1);
    number_->setFocus();
    QTest::keyClick(number_, Qt::Key_Up);
    EXPECT_EQ(press(number_), 1);
    EXPECT_EQ(number_->value(), 6);
    text_->setText(QStringLiteral("filled in"));
    EXPECT_EQ(press(text_), 1);
    EXPECT_EQ(text_->text(), QStringLiteral("filled in"));
}

TEST_F(UndoGuardTest, WhatWasTypedIsTakenBackFirst) {
    ASSERT_TRUE(isActive());
    text_->setFocus();
    QTest::keyClicks(text_, QStringLiteral("x"));
    EXPECT_EQ(press(text_), 0);
    EXPECT_TRUE(text_->text().isEmpty());
    EXPECT_EQ(press(text_), 1);

    words_->setFocus();
    QTest::keyClicks(words_, QStringLiteral("z"));
    EXPECT_EQ(press(words_), 0);
}

}  // namespace
}  // namespace throughline::ui
