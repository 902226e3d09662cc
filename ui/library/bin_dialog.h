// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

#include "ui/bridge/library_service.h"

namespace throughline::ui {

/// What was deleted, to be brought back or removed for good.
/// Thread: GUI.
class BinDialog : public QDialog {
    Q_OBJECT
public:
    explicit BinDialog(LibraryService* library, QWidget* parent = nullptr);

    QListWidget* list() { return list_; }
    /// Of the chosen studies, or of all when none is chosen.
    void restore();
    /// Removes all for good, without asking.
    void purge();

private:
    void refresh();
    void askPurge();

    LibraryService* library_;  // borrowed
    QLabel* words_ = nullptr;
    QListWidget* list_ = nullptr;
    QPushButton* restore_ = nullptr;
    QPushButton* purge_ = nullptr;
};

}  // namespace throughline::ui
