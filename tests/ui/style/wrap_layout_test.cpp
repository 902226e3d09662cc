// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/wrap_layout.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace throughline::ui {
namespace {

/// Four buttons of 100 x 20 pixels, 10 apart, the last behind a stretch and a label of its own.
class WrapLayoutTest : public testing::Test {
protected:
    WrapLayoutTest() {
        auto* row = new WrapLayout(&row_, 10);
        for (int i = 0; i < 4; ++i) {
            if (i == 3) {
                row->addStretch();
                label_ = new QLabel(QStringLiteral("of"));
                label_->setFixedSize(30, 20);
                row->addWidget(label_);
            }
            buttons_[i] = new QPushButton;
            buttons_[i]->setFixedSize(100, 20);
            row->addWidget(buttons_[i]);
        }
    }
    void show(int width) {
        row_.resize(width, row_.heightForWidth(width));
        row_.show();
    }
    QWidget row_;
    QPushButton* buttons_[4] = {};
    QLabel* label_ = nullptr;
};

TEST_F(WrapLayoutTest, OneLineGoesToBothEnds) {
    show(600);
    EXPECT_EQ(row_.heightForWidth(600), 20);
    EXPECT_EQ(buttons_[0]->x(), 0);
    EXPECT_EQ(buttons_[2]->x(), 220);
    EXPECT_EQ(buttons_[3]->geometry().right(), 599) << "behind the stretch";
    EXPECT_EQ(buttons_[3]->y(), 0);
}

TEST_F(WrapLayoutTest, WhatDoesNotFitGoesToTheNextLineWithItsLabel) {
    show(400);
    EXPECT_EQ(row_.heightForWidth(400), 50);
    EXPECT_EQ(buttons_[2]->y(), 0);
    EXPECT_EQ(label_->y(), 30);
    EXPECT_EQ(buttons_[3]->y(), 30);
    EXPECT_LT(label_->x(), buttons_[3]->x());
}

TEST_F(WrapLayoutTest, ItIsAsNarrowAsItsWidestItem) {
    EXPECT_EQ(row_.minimumSizeHint().width(), 100);
    show(100);
    for (const QPushButton* button : buttons_) {
        EXPECT_TRUE(row_.rect().contains(button->geometry()) || button == buttons_[3]);
    }
}

TEST_F(WrapLayoutTest, AHiddenItemTakesNoRoom) {
    buttons_[1]->hide();
    show(600);
    EXPECT_EQ(buttons_[2]->x(), 110);
}

TEST_F(WrapLayoutTest, WhatExpandsTakesTheRestOfItsLine) {
    QWidget whole;
    auto* row = new WrapLayout(&whole, 10);
    auto* field = new QWidget;
    field->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    field->setMinimumSize(50, 20);
    auto* button = new QLineEdit;  // which expands where it may
    button->setFixedSize(100, 20);
    row->addWidget(field);
    row->addWidget(button);
    whole.resize(400, 20);
    whole.show();
    EXPECT_EQ(field->width(), 290);
    EXPECT_EQ(button->x(), 300);
}

// "with 8 cores": the unit never begins a line.
TEST(WrapLayoutWords, StayBehindTheFieldTheyFollow) {
    QWidget row;
    auto* layout = new WrapLayout(&row, 10);
    auto* first = new QPushButton;
    auto* second = new QPushButton;
    auto* unit = new QLabel(QStringLiteral("cores,"));
    unit->setProperty(WrapLayout::kStaysBehind, true);
    unit->setFixedSize(30, 20);
    for (QPushButton* button : {first, second}) {
        button->setFixedSize(100, 20);
        layout->addWidget(button);
    }
    layout->addWidget(unit);
    for (const int width : {230, 260}) {
        row.resize(width, row.heightForWidth(width));
        row.show();
        EXPECT_EQ(unit->y(), second->y()) << width;
        EXPECT_EQ(second->y(), width < 250 ? 30 : 0) << width;
    }
}

}  // namespace
}  // namespace throughline::ui
