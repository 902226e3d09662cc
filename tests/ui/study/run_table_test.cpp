// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/run_table.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QHeaderView>
#include <QIcon>

namespace throughline::ui {
namespace {

/// Two cells of a storage baseline, one of them of mixed sizes, and its small files.
std::vector<RunTableRow> baselineRows() {
    std::vector<RunTableRow> rows(3);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].number = static_cast<int>(i) + 1;
        rows[i].settings = {{"stages", std::string("storage")},
                            {"pattern", std::string("randread")},
                            {"storage.queue_depth", std::int64_t{32}}};
        rows[i].metrics["cpu_utilisation"] = {.value = 12.0};
        rows[i].metrics["read_requests_per_second"] = {.value = 1000.0};
        rows[i].metrics["read_latency_p99"] = {.value = 0.004};
        rows[i].metrics["read_iops{device=vda}"] = {.value = 999.0};
    }
    rows[0].settings["storage.block_bytes"] = std::int64_t{4096};
    rows[1].settings["block_mix"] = std::string("2k/1:4k/2");
    rows[1].settings["storage.queue_depth"] = std::int64_t{128};
    rows[2].settings["storage.block_bytes"] = std::int64_t{16384};
    rows[2].settings["pattern"] = std::string("metadata");
    rows[2].metrics["create_per_second"] = {.value = 10000.0};
    return rows;
}

QStringList titlesOf(const RunTableModel& model) {
    QStringList titles;
    for (int i = 0; i < model.columnCount(); ++i) {
        titles << model.headerData(i, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    return titles;
}

TEST(RunTable, LetsTheTabKeyOut) {
    EXPECT_FALSE(RunTable().tabKeyNavigation());
}

TEST(RunTable, OfAStorageBaselineSaysHowStorageWasAskedAndWhatItDelivered) {
    RunTableModel model;
    model.setRows(baselineRows());

    EXPECT_EQ(titlesOf(model).join(u'|').toStdString(),
              "Access pattern|Block size|Queue depth|Reads per second|Read latency, p99|"
              "Files made per second|Status");
    const auto cell = [&](int row, int column) {
        return model.index(row, column).data().toString().toStdString();
    };
    EXPECT_EQ(cell(0, 0), "random reads");
    EXPECT_EQ(cell(0, 1), "4 KiB");
    EXPECT_EQ(cell(1, 1), "ImageNet file sizes");
    EXPECT_EQ(cell(2, 0), "metadata of small files");
    EXPECT_EQ(cell(1, 5), "–");
}

TEST(RunTable, OfSeveralNodesSaysHowManyAndHowEfficientTheyWere) {
    std::vector<RunTableRow> rows(2);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::int64_t nodes = i == 0 ? 1 : 4;
        rows[i].number = static_cast<int>(i) + 1;
        rows[i].settings = {
            {"stages", std::string("full")}, {"node_count", nodes}, {"dataset.nodes", nodes}};
        rows[i].metrics["images_per_second"] = {.value = 100.0 * static_cast<double>(nodes)};
        rows[i].metrics["images_per_second{node=n1}"] = {.value = 100.0};
        rows[i].metrics["scaling_efficiency"] = {.value = 100.0};
    }
    RunTableModel model;
    model.setRows(rows);

    EXPECT_EQ(titlesOf(model).join(u'|').toStdString(),
              "Stages|Nodes|Scaling efficiency|Images per second|Status");
}

// Goal: a mix of sizes is told from one size. Method: two rows of the same size beside the mix.
TEST(RunTable, TheBlockSizeStandsBesideAMixThoughAllOthersHaveTheSame) {
    std::vector<RunTableRow> rows = baselineRows();
    rows[2].settings["storage.block_bytes"] = std::int64_t{4096};
    RunTableModel model;
    model.setRows(rows);
    ASSERT_EQ(titlesOf(model).value(1).toStdString(), "Block size");
    EXPECT_EQ(model.index(0, 1).data().toString().toStdString(), "4 KiB");
    EXPECT_EQ(model.index(1, 1).data().toString().toStdString(), "ImageNet file sizes");

    rows.erase(rows.begin() + 1);
    model.setRows(rows);
    EXPECT_FALSE(titlesOf(model).contains(QStringLiteral("Block size"))) << "all are the same";
}

// Goal: beside an accelerator no share of another ceiling is read as how well it is fed.
TEST(RunTable, WithAnAcceleratorItsUtilisationStandsInPlaceOfTheFedShare) {
    std::vector<RunTableRow> rows(1);
    rows[0].settings["stages"] = std::string("full");
    rows[0].metrics["images_per_second"] = {.value = 402.0};
    rows[0].metrics["fed_share"] = {.value = 71.0};
    RunTableModel model;
    model.setRows(rows);
    EXPECT_EQ(titlesOf(model).join(u'|').toStdString(),
              "Stages|Images per second|Share of the slowest stage|Status");

    rows[0].metrics["accelerator_utilisation"] = {.value = 48.3};
    model.setRows(rows);
    EXPECT_EQ(titlesOf(model).join(u'|').toStdString(),
              "Stages|Images per second|Accelerator utilisation|Status");
    EXPECT_EQ(model.index(0, 2).data().toString().toStdString(), "48.3 %");
}

// Goal: of runs in rounds each has its row as soon as it has figures. Method: two runs, the first
// has been measured once, the second goes on with its first round.
TEST(RunTable, RunsInRoundsStandThereFromTheirFirstFigureOn) {
    const auto run = [](int number) {
        auto started = std::make_shared<record::RunStarted>();
        started->run = number;
        started->settings = {{"stages", std::string("full")},
                             {"decode.threads", std::int64_t{number}},
                             {"repeats", std::int64_t{3}}};
        RunUnderWay under{.started = started, .repeat = 1, .seconds = 5.0};
        under.means[static_cast<std::size_t>(Figure::ImagesPerSecond)] = 1500.0;
        return under;
    };
    LiveSnapshot snapshot;
    snapshot.underWay = {{1, run(1)}, {2, run(2)}};
    snapshot.current = snapshot.underWay[2].started;

    RunTableModel model;
    model.setRows(rowsOf(snapshot));
    ASSERT_EQ(model.rowCount(), 1) << "the round that goes on stands above in large";
    EXPECT_EQ(model.index(0, 1).data().toString().toStdString(), "1.50 k images/s");
    EXPECT_EQ(model.index(0, 2).data().toString().toStdString(), "1 of 3 rounds");

    snapshot.underWay[1].repeat = 2;
    snapshot.current = snapshot.underWay[1].started;
    model.setRows(rowsOf(snapshot));
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.index(0, model.columnCount() - 1).data().toString().toStdString(), "measuring");
}

// Goal: the one column that may warn is seen whole beside the list at 1280 pixels. Method: all
// figures that the engine's own runs have.
TEST(RunTable, TheStatusIsInSightInAWindowOfUsualSize) {
    std::vector<RunTableRow> rows(2);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].number = static_cast<int>(i) + 1;
        rows[i].settings["stages"] = std::string(i == 0 ? "storage" : "full");
        for (const char* id : {"images_per_second",
                               "fed_share",
                               "read_bytes_per_second",
                               "read_iops",
                               "disk_utilisation",
                               "cpu_utilisation",
                               "cache_served_share"}) {
            rows[i].metrics[id] = {.value = 17'040.0};
        }
        rows[i].validity = analysis::RunValidity{.validity = analysis::Validity::Remarks};
    }
    RunTable table;
    table.resize(720, 300);  // what 1024 pixels leave
    table.show();
    table.setRows(rows);
    QCoreApplication::processEvents();

    const int status = table.model()->columnCount() - 1;
    ASSERT_EQ(table.model()->headerData(status, Qt::Horizontal).toString(),
              QStringLiteral("Status"));
    EXPECT_LE(table.columnViewportPosition(status) + table.columnWidth(status),
              table.viewport()->width());
    EXPECT_GE(
        table.columnWidth(status),
        table.fontMetrics().horizontalAdvance(table.model()->index(0, status).data().toString()));
    EXPECT_EQ(table.horizontalHeader()->visualIndex(0), 0);
    table.setRows(rows);
    EXPECT_EQ(table.horizontalHeader()->visualIndex(status), 2) << "also when they come again";

    rows[0].metrics["fed_share"] = {.value = 94.0};
    rows[1].metrics["fed_share"] = {.value = 106.0};
    table.setRows(rows);
    EXPECT_TRUE(table.model()
                    ->index(1, 2)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .startsWith(QStringLiteral("Above 100 %")));
    EXPECT_FALSE(table.model()->index(1, 2).data(Qt::DecorationRole).value<QIcon>().isNull())
        << "that there is something to be read is seen";
    EXPECT_TRUE(table.model()->index(0, 2).data(Qt::DecorationRole).isNull());
}

}  // namespace
}  // namespace throughline::ui
