// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QListWidget>
#include <QToolButton>
#include <QWidget>

#include "ui/study/run_selection.h"

namespace throughline::ui {

/// Which runs are shown, and against which of them the others are held.
/// Thread: GUI.
class RunBar : public QWidget {
    Q_OBJECT
public:
    explicit RunBar(RunSelection* runs, QWidget* parent = nullptr);

    QToolButton* runsButton() { return button_; }
    QListWidget* list() { return list_; }
    QCheckBox* compare() { return compare_; }
    QComboBox* baseline() { return baseline_; }

private:
    void fill();
    void refresh();

    RunSelection* runs_;  // borrowed
    QToolButton* button_;
    QListWidget* list_;
    QCheckBox* compare_;
    QComboBox* baseline_;
};

}  // namespace throughline::ui
