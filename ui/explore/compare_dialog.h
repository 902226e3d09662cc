// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <vector>

#include "engine/analysis/compare.h"
#include "ui/charts/study_for_plot.h"

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;
class QTableWidget;
class QTabWidget;

namespace throughline::ui {

/// Runs of the plotted studies against one of them: what was set differently, and what came out
/// differently.
/// Thread: GUI.
class CompareDialog : public QDialog {
    Q_OBJECT
public:
    /// The starred study, or the first, is the baseline with its fastest run; of the other studies
    /// the fastest is compared, or where there are none, the study's other runs.
    explicit CompareDialog(std::vector<StudyForPlot> studies, QWidget* parent = nullptr);

    QComboBox* baseline() const { return baseline_; }
    QListWidget* runs() const { return runs_; }
    QTableWidget* figures() const { return figures_; }
    QTableWidget* settings() const { return settings_; }
    /// The table in front as tab-separated text with its heading: figures as plain numbers in their
    /// stored units, differences of per cents in percentage points.
    QString toTsv() const;

private:
    struct Choice {
        const StudyForPlot* study;
        const RunForPlot* run;
        QString name;
    };

    void listRuns();
    void chooseFirst();
    void compareChosen();
    void fillFigures();
    void fillSettings();
    QStringList namesShown() const;
    QString figuresTsv() const;
    QString settingsTsv() const;
    void setColumns(QTableWidget* table, const QString& first) const;

    std::vector<StudyForPlot> studies_;
    std::vector<Choice> choices_;
    std::vector<std::size_t> shown_;   ///< choices_ in the tables: the baseline, then the others
    analysis::Comparison comparison_;  ///< what the tables hold
    QComboBox* baseline_;
    QListWidget* runs_;
    QTabWidget* tabs_;
    QTableWidget* figures_;
    QTableWidget* settings_;
    QLabel* hint_;
};

}  // namespace throughline::ui
