// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/wheel_guard.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>

namespace throughline::ui {
namespace {

/// A page that scrolls, with one of each at its top.
class WheelGuardTest : public testing::Test {
protected:
    WheelGuardTest() {
        auto* page = new QWidget;
        auto* layout = new QVBoxLayout(page);
        list_->addItems({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
        list_->setCurrentIndex(1);
        typed_->addItems({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
        typed_->setEditable(true);
        typed_->setCurrentIndex(1);
        number_->setValue(5);
        slider_->setValue(5);
        for (QWidget* one : std::initializer_list<QWidget*>{list_, typed_, number_, slider_}) {
            layout->addWidget(one);
        }
        auto* tall = new QWidget;
        tall->setFixedHeight(2000);
        layout->addWidget(tall);
        area_.setWidget(page);
        area_.setWidgetResizable(true);
        area_.resize(300, 300);
        area_.show();
        area_.activateWindow();
        area_.setFocus();
        QCoreApplication::processEvents();
    }
    /// As from the mouse: it may give the focus, and goes up while nobody takes it.
    void turn(QWidget* over) {
        const QPoint at = over->mapTo(area_.window(), over->rect().center());
        QWheelEvent wheel(over->rect().center(),
                          area_.window()->mapToGlobal(at),
                          QPoint(),
                          QPoint(0, -120),
                          Qt::NoButton,
                          Qt::NoModifier,
                          Qt::NoScrollPhase,
                          false);
        QSpontaneKeyEvent::setSpontaneous(&wheel);
        qApp->notify(over, &wheel);
    }
    int scrolled() const { return area_.verticalScrollBar()->value(); }

    WheelGuard guard_;
    QScrollArea area_;
    QComboBox* list_ = new QComboBox;
    QComboBox* typed_ = new QComboBox;
    QSpinBox* number_ = new QSpinBox;
    QSlider* slider_ = new QSlider(Qt::Horizontal);
};

TEST_F(WheelGuardTest, TheWheelScrollsThePageOverWhatHasNoFocus) {
    for (QWidget* over :
         std::initializer_list<QWidget*>{list_, typed_, typed_->lineEdit(), number_, slider_}) {
        const int before = scrolled();
        turn(over);
        EXPECT_GT(scrolled(), before) << over->metaObject()->className();
        EXPECT_FALSE(over->hasFocus()) << over->metaObject()->className();
    }
    EXPECT_EQ(list_->currentIndex(), 1);
    EXPECT_EQ(typed_->currentIndex(), 1);
    EXPECT_EQ(number_->value(), 5);
    EXPECT_EQ(slider_->value(), 5);
}

TEST_F(WheelGuardTest, WhatHasTheFocusIsTurned) {
    number_->setFocus();
    ASSERT_TRUE(QTest::qWaitFor([this] { return number_->hasFocus(); }));
    turn(number_);
    EXPECT_EQ(number_->value(), 4);
    list_->setFocus();
    turn(list_);
    EXPECT_EQ(list_->currentIndex(), 2);
    EXPECT_EQ(scrolled(), 0);
}

}  // namespace
}  // namespace throughline::ui
