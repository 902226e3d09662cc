// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QWidget>
#include <cstdint>
#include <string>
#include <vector>

#include "ui/whatif/chart_tabs.h"
#include "ui/whatif/find_panel.h"
#include "ui/whatif/scenario_files.h"
#include "ui/whatif/scenario_tables.h"
#include "ui/whatif/study_base_button.h"
#include "ui/whatif/study_base_row.h"
#include "ui/whatif/study_choice.h"

class QHBoxLayout;

namespace throughline::ui {

/// The What-if tab: scenarios side by side, their answers, and charts of them.
/// Thread: GUI. What takes longer (calibration, large searches) is asked for by signal or runner.
class WhatIfPage : public QWidget {
    Q_OBJECT
public:
    explicit WhatIfPage(QWidget* parent = nullptr);
    ~WhatIfPage() override;  // what is on screen is there again next time

    ScenarioDocument* document() { return &document_; }
    ScenarioTables* tables() { return tables_; }
    ChartTabs* charts() { return charts_; }
    QString problemText() const { return problem_->text(); }
    ScenarioFiles* files() { return files_; }
    StudyBaseButton* baseButton() { return base_button_; }
    StudyBaseRow* baseRow() { return base_row_; }

    void setCatalog(std::shared_ptr<const catalog::Catalog> catalog);
    void setCatalogFaults(const QStringList& faults);
    void setRunner(WorkRunner runner);
    void setStudies(std::vector<StudyChoice> studies);
    /// The answer to studyBaseAsked().
    void setStudyBase(const StudyBasePtr& study);
    /// Stays until the scenarios change, beside what is wrong with them.
    void showProblem(const QString& why);

    QList<QAction*> actions() const { return actions_; }

Q_SIGNALS:
    void studyBaseAsked(const std::vector<std::int64_t>& studies);
    /// A study of the base is to be measured once more.
    void measureAgainAsked(const std::string& uuid);

private:
    QWidget* makeTitleRow();
    QWidget* makeToolRow();
    void addColumnActions(QHBoxLayout* row);
    QAction* addAction(QHBoxLayout* row,
                       const char* icon_name,
                       const QString& text,
                       const QKeySequence& key,
                       const QString& tip,
                       std::function<void()> what);
    void refresh();
    void askAndRename(int column);
    void showProblems();

    ScenarioDocument document_;
    ScenarioFiles* files_;
    ScenarioTables* tables_ = nullptr;
    ChartTabs* charts_ = nullptr;
    QLineEdit* title_ = nullptr;
    QLabel* note_ = nullptr;
    QLabel* caption_ = nullptr;
    QLabel* problem_ = nullptr;
    StudyBaseButton* base_button_;
    StudyBaseRow* base_row_;
    QString notice_;
    QAction* add_ = nullptr;
    QAction* duplicate_ = nullptr;
    QAction* remove_ = nullptr;
    QAction* left_ = nullptr;
    QAction* right_ = nullptr;
    QAction* rename_ = nullptr;
    QList<QAction*> actions_;
};

}  // namespace throughline::ui
