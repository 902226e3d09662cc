// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/number_text.h"

#include <gtest/gtest.h>

#include <QTest>
#include <limits>

namespace throughline::ui {
namespace {

TEST(NumberText, EverywhereTheSameMark) {
    EXPECT_EQ(countText(1281167), QStringLiteral("1\u202F281\u202F167"));
    EXPECT_EQ(numberText(-1234.5, 1), QStringLiteral("\u22121\u202F234.5"));
    EXPECT_EQ(figureText(12803.4), QStringLiteral("12\u202F800"));
}

TEST(NumberText, AFigureHasItsDigitsAndNoPowersOfTen) {
    EXPECT_EQ(figureText(0.85), QStringLiteral("0.85"));
    EXPECT_EQ(figureText(4.41279e7), QStringLiteral("44.13 M"));
    EXPECT_EQ(figureText(0.00000123456), QStringLiteral("0.000001235"));
    EXPECT_EQ(figureText(std::numeric_limits<double>::infinity()), QStringLiteral("no limit"));
}

TEST(CountBox, ShowsTheMarkAndTakesAny) {
    CountBox box;
    box.setRange(1, 2'000'000);
    box.setSuffix(QStringLiteral(" images"));
    box.setValue(5000);
    EXPECT_EQ(box.text(), QStringLiteral("5\u202F000 images"));
    for (const char* typed : {"12,500", "12500", "12 500"}) {
        box.setValue(1);
        box.selectAll();
        QTest::keyClicks(&box, QLatin1String(typed));
        EXPECT_EQ(box.value(), 12500) << typed;
    }
}

}  // namespace
}  // namespace throughline::ui
