// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QTableView>
#include <optional>
#include <string>
#include <vector>

#include "engine/record/study.h"
#include "ui/bridge/live_study.h"
#include "ui/study/run_table_row.h"

namespace throughline::ui {

/// The runs in their order.
std::vector<RunTableRow> rowsOf(const record::Study& study);
std::vector<RunTableRow> rowsOf(const LiveSnapshot& snapshot);

/// The runs of a study: the settings that differ between them, then the main figures.
/// Thread: GUI.
class RunTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setRows(std::vector<RunTableRow> rows);
    int settingCount() const;  ///< columns of settings, which are the first ones

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Column {
        std::string id;  ///< setting key or metric id
        bool setting = false;
    };
    QString text(const RunTableRow& row, const Column& column) const;
    QString why(const RunTableRow& row, const Column& column) const;

    std::vector<RunTableRow> rows_;
    std::vector<Column> columns_;
};

/// The status stands behind the first figure, where it is seen in a narrow window, too.
class RunTable : public QTableView {
    Q_OBJECT
public:
    explicit RunTable(QWidget* parent = nullptr);
    void setRows(std::vector<RunTableRow> rows);

private:
    RunTableModel model_;
};

}  // namespace throughline::ui
