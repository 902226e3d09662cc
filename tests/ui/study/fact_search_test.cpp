// SPDX-License-Identifier: GPL-3.0-or-later
// Words typed above a table of figures.
#include <gtest/gtest.h>

#include <QHeaderView>
#include <QScrollBar>

#include "tests/ui/study/chosen_studies.h"
#include "ui/study/fact_table.h"
#include "ui/study/settings_page.h"

namespace throughline::ui {
namespace {

// Goal: what stands below the table is of the first match, though another row was chosen before.
TEST(FactSearch, ChoosesItsFirstMatch) {
    RunSelection runs;
    const std::unique_ptr<FactTable> figures(makeFiguresPage(&runs));
    figures->resize(1000, 600);
    runs.setStudies({chosenStudy("one", 1, 1.0)});
    figures->show();
    QTableView* table = figures->view();
    table->setCurrentIndex(table->model()->index(table->model()->rowCount() - 1, 1));
    table->scrollToBottom();
    figures->search()->setText(QStringLiteral("u"));
    EXPECT_EQ(table->currentIndex().row(), 0);
    EXPECT_EQ(table->verticalScrollBar()->value(), 0);
    figures->search()->setText(QStringLiteral("GPU utilisation"));
    EXPECT_EQ(table->currentIndex().row(), 0);
    EXPECT_TRUE(
        table->currentIndex().siblingAtColumn(0).data().toString().startsWith(u"GPU utilisation"));
}

// Goal: six names of files are whole in the head of a narrow table.
TEST(FactSearch, NamesInTheHeadAreNotCut) {
    RunSelection runs;
    const std::unique_ptr<FactTable> figures(makeFiguresPage(&runs));
    figures->resize(700, 600);
    std::vector<ChosenStudy> studies;
    for (int i = 0; i < 6; ++i) {
        studies.push_back(chosenStudy("fio-2.17-group-reporting-of-" + std::to_string(i) +
                                          "-jobs-with-randread-and-randwrite.json",
                                      1,
                                      1.0));
    }
    runs.setStudies(std::move(studies));
    figures->show();
    const QHeaderView* head = figures->view()->horizontalHeader();
    for (int column = 1; column < head->count(); ++column) {
        const QString name =
            figures->model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const QRect words = head->fontMetrics().boundingRect(
            QRect(0, 0, head->sectionSize(column) - 40, 1'000), Qt::TextWordWrap, name);
        EXPECT_LE(words.height(), head->height()) << name.toStdString();
        EXPECT_LE(words.width(), head->sectionSize(column)) << name.toStdString();
    }
}

}  // namespace
}  // namespace throughline::ui
