// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed takes the place of what was chosen, however one came to the box.
#include "ui/style/word_chooser.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QFocusEvent>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QVBoxLayout>

namespace throughline::ui {
namespace {

/// A count that takes any number, with 0 chosen, below a field that has the focus.
class WordChooserTest : public testing::Test {
protected:
    WordChooserTest() {
        auto* column = new QVBoxLayout(&page_);
        column->addWidget(&other_);
        column->addWidget(&count_);
        count_.setTakesText(true);
        count_.setChoices({{QStringLiteral("0"), QStringLiteral("0")},
                           {QStringLiteral("none"), QStringLiteral("no accelerator")}});
        count_.setChosen(QStringLiteral("0"), QStringLiteral("0"));
        QObject::connect(
            &count_, &WordChooser::typed, [this](const QString& text) { typed_ = text; });
        page_.show();
        other_.setFocus();
        page_.activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&page_));
    }
    /// Types 8 and Return.
    QString afterEight() {
        QTest::keyClicks(count_.lineEdit(), QStringLiteral("8"));
        QTest::keyClick(&count_, Qt::Key_Return);
        return typed_;
    }
    QWidget page_;
    QLineEdit other_;
    WordChooser count_;
    QString typed_;
};

TEST_F(WordChooserTest, TypingReplacesWhereTheProgramMovedTheFocus) {
    count_.setFocus(Qt::OtherFocusReason);
    count_.setChosen(QStringLiteral("0"), QStringLiteral("0"));  // the base arrives
    EXPECT_EQ(afterEight(), QStringLiteral("8"));
}

// As at the first visit of a page, where the keyboard is there before the figures.
TEST_F(WordChooserTest, TypingReplacesWhatCameAfterTheKeyboard) {
    count_.setChosen(QString(), QString());
    count_.setFocus(Qt::OtherFocusReason);
    count_.setChosen(QStringLiteral("0"), QStringLiteral("0"));
    EXPECT_EQ(afterEight(), QStringLiteral("8"));
}

TEST_F(WordChooserTest, TypingReplacesWhenTheWindowComesBack) {
    count_.setFocus(Qt::OtherFocusReason);
    count_.lineEdit()->deselect();
    QFocusEvent back(QEvent::FocusIn, Qt::ActiveWindowFocusReason);
    QCoreApplication::sendEvent(&count_, &back);
    EXPECT_EQ(afterEight(), QStringLiteral("8"));
}

// Goal: no word stays in the box that was not taken. Method: the list of what was found is open.
TEST_F(WordChooserTest, TabTakesWhatWasTypedAsReturnDoes) {
    QString chosen;
    QObject::connect(&count_, &WordChooser::chosen, [&](const QString& id) { chosen = id; });
    count_.setFocus(Qt::TabFocusReason);
    QTest::keyClicks(count_.lineEdit(), QStringLiteral("accel"));
    QWidget* const list = QApplication::activePopupWidget();
    ASSERT_NE(list, nullptr);
    QTest::keyClick(list, Qt::Key_Tab);
    EXPECT_EQ(chosen, QStringLiteral("none"));
    EXPECT_EQ(count_.lineEdit()->text(), QStringLiteral("0")) << "until its owner says otherwise";
}

// Goal: a name is never dropped without a word. Method: a box that takes entries alone, as those of
// the GPU and the storage; a name typed whole, a part of one, and what matches nothing.
TEST_F(WordChooserTest, TabTakesANameWhereOnlyEntriesCount) {
    count_.setTakesText(false);
    count_.setChoices({{QStringLiteral("h100"), QStringLiteral("NVIDIA H100")},
                       {QStringLiteral("gp2"), QStringLiteral("gp2")},
                       {QStringLiteral("gp3"), QStringLiteral("gp3")}});
    QSignalSpy chosen(&count_, &WordChooser::chosen);
    const auto type = [&](const char* words) {
        chosen.clear();
        count_.setFocus(Qt::TabFocusReason);
        QTest::keyClicks(count_.lineEdit(), QString::fromLatin1(words));
        QWidget* const list = QApplication::activePopupWidget();
        QTest::keyClick(list != nullptr ? list : count_.lineEdit(), Qt::Key_Tab);
        return chosen.isEmpty() ? QString() : chosen[0][0].toString();
    };
    EXPECT_EQ(type("h100"), QStringLiteral("h100"));
    other_.setFocus();
    EXPECT_EQ(type("gp2"), QStringLiteral("gp2"));
    other_.setFocus();
    EXPECT_EQ(type("tape"), QString());
    QCoreApplication::processEvents();
    EXPECT_EQ(QToolTip::text(), QStringLiteral("Nothing is called \"tape\" here; \"0\" stays."));
    EXPECT_FALSE(count_.lineEdit()->hasFocus());
    EXPECT_EQ(count_.lineEdit()->text(), QStringLiteral("0"));
}

TEST_F(WordChooserTest, TypingReplacesAfterAClick) {
    QTest::mouseClick(count_.lineEdit(), Qt::LeftButton);
    EXPECT_EQ(afterEight(), QStringLiteral("8"));
}

TEST_F(WordChooserTest, TypingReplacesAfterASecondClickInTheSameBox) {
    QTest::mouseClick(count_.lineEdit(), Qt::LeftButton);
    QTest::keyClick(&count_, Qt::Key_Escape);
    count_.lineEdit()->deselect();
    QTest::mouseClick(count_.lineEdit(), Qt::LeftButton);
    EXPECT_EQ(afterEight(), QStringLiteral("8"));
}

TEST_F(WordChooserTest, WhatIsUnknownIsRefusedAloud) {
    count_.setFocus(Qt::TabFocusReason);
    QTest::keyClicks(count_.lineEdit(), QStringLiteral("tape"));
    QTest::keyClick(&count_, Qt::Key_Return);
    EXPECT_EQ(QToolTip::text(), QStringLiteral("Nothing is called \"tape\" here; \"0\" stays."));
    EXPECT_EQ(count_.lineEdit()->text(), QStringLiteral("0"));
}

// Goal: the next click goes where it was meant. Method: a number that the list has, typed whole.
TEST_F(WordChooserTest, AListThatOnlyRepeatsWhatWasTypedDoesNotOpen) {
    count_.setChoices({{QStringLiteral("1"), QStringLiteral("1")},
                       {QStringLiteral("8"), QStringLiteral("8")},
                       {QStringLiteral("none"), QStringLiteral("no accelerator")}});
    count_.setFocus(Qt::OtherFocusReason);
    QTest::keyClicks(count_.lineEdit(), QStringLiteral("8"));
    EXPECT_EQ(QApplication::activePopupWidget(), nullptr);
    QSignalSpy chosen(&count_, &WordChooser::chosen);
    QTest::keyClick(&count_, Qt::Key_Return);
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen[0][0].toString(), QStringLiteral("8"));
}

// Goal: a name that goes on is not taken for the whole of it, also before anything was chosen.
// Method: a field that has its text before its window is shown.
TEST(WordChooserAtFirst, ALongNameEndsInDotsFromTheFirstSightOn) {
    const QString name = QStringLiteral("FSx for Lustre persistent SSD, 125 MB/s per TiB");
    QWidget page;
    auto* column = new QVBoxLayout(&page);
    auto* field = new WordChooser;
    field->setRoomFor({name}, 20);
    field->setChosen(QString(), name);
    column->addWidget(field);
    page.resize(180, 60);
    page.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&page));
    EXPECT_TRUE(field->currentText().endsWith(u'…')) << field->currentText().toStdString();
    EXPECT_TRUE(field->currentText().startsWith(QStringLiteral("FSx for")));
    EXPECT_EQ(field->shown(), name);
}

}  // namespace
}  // namespace throughline::ui
