// SPDX-License-Identifier: GPL-3.0-or-later
// Words typed above a table of figures.
#include <gtest/gtest.h>

#include <QHeaderView>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QTest>

#include "tests/ui/kept_picture.h"
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

// Goal: 64 nodes do not push all else out of sight, and each of them is one key away. Method: a
// figure of each, of which one stands out.
TEST(FactSearch, ManyNodesAreOneRowThatShowsEach) {
    ChosenStudy chosen = chosenStudy("many", 1, 1.0);
    record::Study study = *chosen.study;
    for (int node = 1; node <= 64; ++node) {
        study.runs[0].metrics["images_per_second{node=n" + std::to_string(node) + "}"] = {
            .value = node == 17 ? 500.0 : 700.0 + 2 * node};
    }
    chosen.study = std::make_shared<const record::Study>(std::move(study));
    RunSelection runs;
    const std::unique_ptr<FactTable> figures(makeFiguresPage(&runs));
    figures->resize(1000, 600);
    runs.setStudies({chosen});
    figures->show();
    QTableView* table = figures->view();
    const FactModel* model = figures->model();
    const int row = model->rowOf("images_per_second{node}");
    ASSERT_GE(row, 0);
    EXPECT_EQ(model->index(row, 0).data().toString(),
              QStringLiteral("Images per second: least \u2013 median \u2013 most"));
    EXPECT_EQ(model->index(row, 1).data().toString(),
              QStringLiteral("500 (n17) \u2013 765 \u2013 828 images/s (n64)"));
    EXPECT_TRUE(
        model->index(row, 1)
            .data(FactModel::DetailsRole)
            .toString()
            .contains(QStringLiteral("Least, median and most of 64; what stands out most: n17.")));
    EXPECT_LT(table->model()->rowCount(), 64) << "each has no row of its own";

    const auto* shown = qobject_cast<const QSortFilterProxyModel*>(table->model());
    table->setCurrentIndex(shown->mapFromSource(model->index(row, 1)));
    EXPECT_TRUE(figures->measureButton()->isVisible());
    EXPECT_EQ(figures->measureButton()->text(), QStringLiteral("Show &each"));
    keepPicture(*figures, QStringLiteral("figures-of-many-nodes"));
    QTest::keyClick(table, Qt::Key_Return);
    EXPECT_EQ(table->model()->rowCount(), 64);
    EXPECT_EQ(table->model()->index(16, 0).data().toString(),
              QStringLiteral("Images per second (n17)"));
    keepPicture(*figures, QStringLiteral("figures-of-each-node"));
    figures->search()->clear();
    EXPECT_LT(table->model()->rowCount(), 64);
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
