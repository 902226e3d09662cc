// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QSplitter>
#include <QWidget>

#include "ui/study/fact_table.h"
#include "ui/study/study_form.h"

namespace throughline::ui {

/// What was set for the runs and what they ran on, and what the user says of the study.
/// Thread: GUI.
class SettingsPage : public QWidget {
    Q_OBJECT
public:
    explicit SettingsPage(RunSelection* runs, QWidget* parent = nullptr);

    FactTable* table() { return table_; }
    StudyForm* form() { return form_; }
    /// Where both have no room side by side, the form stands below the table.
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;

private:
    void refresh();
    void shareRoom();

    RunSelection* runs_;  // borrowed
    FactTable* table_;
    StudyForm* form_;
    QWidget* side_;  ///< the form, or why there is none
    QSplitter* across_;
    QLabel* of_one_;  ///< why there is no form
};

/// The table of all figures of the runs.
FactTable* makeFiguresPage(RunSelection* runs);

}  // namespace throughline::ui
