// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QTableWidget>

#include "ui/shell/commands.h"

namespace throughline::ui {

/// Every key of the program in one table: those of the menus, and those of a chart.
class ShortcutsDialog : public QDialog {
    Q_OBJECT
public:
    ShortcutsDialog(const QList<Command>& commands, QWidget* parent);

    QTableWidget* table() const noexcept { return table_; }
    /// Rows stay whose keys and words have every word typed here.
    QLineEdit* filter() const noexcept { return filter_; }
    /// Says that no row matches; hidden while one does.
    QLabel* nothingFound() const noexcept { return nothing_; }

private:
    void addRow(const QString& keys, const QString& what);
    void showMatching(const QString& words);

    QLineEdit* filter_ = nullptr;
    QLabel* nothing_ = nullptr;
    QTableWidget* table_ = nullptr;
};

}  // namespace throughline::ui
