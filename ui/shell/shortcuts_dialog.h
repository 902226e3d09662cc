// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTableWidget>

#include "ui/shell/command_palette.h"

namespace throughline::ui {

/// Every key of the program in one table: those of the menus, and those of a chart.
class ShortcutsDialog : public QDialog {
    Q_OBJECT
public:
    ShortcutsDialog(const QList<Command>& commands, QWidget* parent);

    QTableWidget* table() const noexcept { return table_; }

private:
    void addRow(const QString& keys, const QString& what);

    QTableWidget* table_ = nullptr;
};

}  // namespace throughline::ui
