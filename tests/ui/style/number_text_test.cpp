// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/number_text.h"

#include <gtest/gtest.h>

#include <QTest>
#include <limits>

#include "engine/base/language.h"

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

TEST(NumberText, WhatIsCopiedHasNoPowersOfTenAndNoGroups) {
    EXPECT_EQ(copiedText(1.03638333e9, 9), QStringLiteral("1036383330"));
    EXPECT_EQ(copiedText(872745932.0, 9), QStringLiteral("872745932"));
    EXPECT_EQ(copiedText(0.1 + 0.2, 9), QStringLiteral("0.3"));
    EXPECT_EQ(copiedText(1e300, 9), QStringLiteral("1e+300"));
}

TEST(NumberText, WhatIsBoughtHasTheMarkOfFigures) {
    EXPECT_EQ(groupedBeforeUnits(QStringLiteral("p4d.24xlarge + io1, 960 GiB, 48000 IOPS")),
              QStringLiteral("p4d.24xlarge + io1, 960 GiB, 48\u202F000 IOPS"));
    EXPECT_EQ(groupedBeforeUnits(QStringLiteral("run 2024 of io-12000 IOPS, 1000 MiB/s")),
              QStringLiteral("run 2024 of io-12000 IOPS, 1\u202F000 MiB/s"));
}

// Goal: one number format beside another, in texts that somebody wrote as in figures.
TEST(NumberText, FiguresInWordsHaveTheSameMark) {
    EXPECT_EQ(
        withOneMark(QStringLiteral("8 V100s got 2,026 images/s, of 1,281,167, version 1.2.3")),
        QStringLiteral("8 V100s got 2\u202F026 images/s, of 1\u202F281\u202F167, version 1.2.3"));
    EXPECT_EQ(withOneMark(QStringLiteral("runs 1,2,345 and 0.1234 s")),
              QStringLiteral("runs 1,2,345 and 0.1234 s"));
    const Speaking german(Language::German);
    EXPECT_EQ(withOneMark(QStringLiteral("8 V100 bekamen 2.026 Bilder/s, mit 28 sind es 8.754.")),
              QStringLiteral("8 V100 bekamen 2\u202F026 Bilder/s, mit 28 sind es 8\u202F754."));
    EXPECT_EQ(withOneMark(QStringLiteral("0.123 und 1,75-mal")),
              QStringLiteral("0.123 und 1,75-mal"));
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
