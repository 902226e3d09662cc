// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/compare_dialog.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QListWidget>
#include <QRegularExpression>
#include <QTableWidget>

#include "tests/ui/charts/synthetic_studies.h"

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

TEST(CompareDialog, TheIntervalOfADifferenceStandsBesideIt) {
    StudyForPlot star = threadStudy(QStringLiteral("star"), 1);
    star.isBaseline = true;
    const CompareDialog dialog({threadStudy(QStringLiteral("other"), 0), star});

    const QString rate = dialog.figures()->item(0, 2)->text();
    EXPECT_TRUE(rate.contains(QRegularExpression(
        QStringLiteral("\\n\\+\\d+ images/s \u00B1 [\\d.]+ images/s \\(\\+28.2 %\\)"))))
        << rate.toStdString();
    EXPECT_EQ(dialog.figures()->rowHeight(0), dialog.figures()->rowHeight(1)) << "two lines each";
    int row = 0;
    while (dialog.figures()->item(row, 0)->text() != QStringLiteral("Disk utilisation (vda)")) {
        ASSERT_LT(++row, dialog.figures()->rowCount());
    }
    EXPECT_TRUE(dialog.figures()->item(row, 2)->text().contains(QStringLiteral(" pp (+28.2 %)")))
        << dialog.figures()->item(row, 2)->text().toStdString();
}

TEST(CompareDialog, DisksOfDifferentNamesStandInOneRow) {
    StudyForPlot star = threadStudy(QStringLiteral("star"), 1);
    star.isBaseline = true;
    const CompareDialog dialog({threadStudy(QStringLiteral("other"), 0, {32}, "nvme0n1"), star});

    const QTableWidget* table = dialog.figures();
    int row = 0;
    while (table->item(row, 0)->text() != QStringLiteral("Disk utilisation (vda / nvme0n1)")) {
        ASSERT_LT(++row, table->rowCount());
    }
    EXPECT_TRUE(table->item(row, 2)->text().contains(QStringLiteral("+28.2 %")))
        << table->item(row, 2)->text().toStdString();
    EXPECT_TRUE(dialog.toTsv().contains(
        QStringLiteral("Disk utilisation (vda / nvme0n1)\tdisk_utilisation\t%")));
}

// Goal: what is copied can be computed with. Method: the cells of the first line are read as
// numbers again.
TEST(CompareDialog, CopiesPlainNumbersWithTheirUnits) {
    StudyForPlot star = threadStudy(QStringLiteral("star"), 1);
    star.isBaseline = true;
    const StudyForPlot other = threadStudy(QStringLiteral("other"), 0);
    const CompareDialog dialog({other, star});

    const QStringList lines = dialog.toTsv().split(u'\n');
    const QStringList heading = lines[0].split(u'\t');
    const QStringList cells = lines[1].split(u'\t');
    ASSERT_EQ(cells.size(), heading.size());
    ASSERT_EQ(cells.size(), 4 + 5);
    EXPECT_EQ(cells[1], QStringLiteral("images_per_second"));
    EXPECT_EQ(cells[2], QStringLiteral("1/s"));
    const double base = star.runs.back().metrics.find("images_per_second")->second.value;
    const double value = other.runs.back().metrics.find("images_per_second")->second.value;
    EXPECT_EQ(cells[3].toDouble(), base);
    EXPECT_EQ(cells[4].toDouble(), value);
    EXPECT_EQ(cells[5].toDouble(), value - base);
    EXPECT_TRUE(heading[6].endsWith(QStringLiteral("95 % interval, low")));
    EXPECT_LT(cells[6].toDouble(), cells[5].toDouble());
    EXPECT_GT(cells[7].toDouble(), cells[5].toDouble());
    EXPECT_NEAR(cells[8].toDouble(), 100.0 * (value / base - 1.0), 1e-9);
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
    EXPECT_EQ(dialog.toTsv().count(u'\n'), 1) << "a heading only";
}

}  // namespace
}  // namespace throughline::ui
