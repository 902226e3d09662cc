// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/compare_dialog.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QListWidget>
#include <QTableWidget>

#include "tests/ui/explore/synthetic_studies.h"

namespace throughline::ui {
namespace {

using synthetic::threadStudy;

TEST(CompareDialog, TheStarredStudysFastestRunIsTheBaseline) {
    StudyForPlot star = threadStudy(QStringLiteral("star"), 1);
    star.isBaseline = true;

    const CompareDialog dialog({threadStudy(QStringLiteral("other"), 0), star});

    EXPECT_TRUE(dialog.baseline()->currentText().startsWith(QStringLiteral("star")));
    EXPECT_TRUE(dialog.baseline()->currentText().contains(QStringLiteral("8 threads")));
    EXPECT_EQ(dialog.figures()->columnCount(), 3);  // figure, baseline, the other's fastest
}

TEST(CompareDialog, DifferencesBeyondTheNoiseAreBold) {
    StudyForPlot star = threadStudy(QStringLiteral("star"), 1);
    star.isBaseline = true;
    const CompareDialog dialog({threadStudy(QStringLiteral("other"), 0), star});

    const QTableWidget* table = dialog.figures();
    ASSERT_EQ(table->item(0, 0)->text(), QStringLiteral("Images per second"));
    EXPECT_TRUE(table->item(0, 2)->font().bold());
    EXPECT_TRUE(table->item(0, 2)->text().contains(QStringLiteral("+28.2 %")))
        << table->item(0, 2)->text().toStdString();
}

TEST(CompareDialog, WhatDiffersIsOnTopOfTheSettings) {
    const CompareDialog dialog({threadStudy(QStringLiteral("only"), 0)});

    const QTableWidget* table = dialog.settings();
    ASSERT_GT(table->rowCount(), 1);
    EXPECT_EQ(table->item(0, 0)->toolTip(), QStringLiteral("decode.threads"));
    EXPECT_TRUE(table->item(0, 1)->font().bold());
    EXPECT_FALSE(table->item(1, 1)->font().bold());
}

TEST(CompareDialog, MoreThanTwelveAreNotTaken) {
    const CompareDialog dialog({threadStudy(QStringLiteral("many"), 0, {1, 2, 4, 8})});  // 16 runs

    for (int row = 0; row < dialog.runs()->count(); ++row) {
        dialog.runs()->item(row)->setCheckState(Qt::Checked);
    }

    EXPECT_EQ(dialog.figures()->columnCount(), 2 + 12);
}

TEST(CompareDialog, WithoutStudiesItSaysWhatToDo) {
    const CompareDialog dialog({});

    EXPECT_EQ(dialog.figures()->rowCount(), 0);
    EXPECT_EQ(dialog.toTsv(), QStringLiteral("\n"));
}

}  // namespace
}  // namespace throughline::ui
