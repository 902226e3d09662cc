// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QToolButton>
#include <QWidget>
#include <cstdint>
#include <string>
#include <vector>

#include "ui/whatif/answer_banner.h"
#include "ui/whatif/chart_views.h"
#include "ui/whatif/offer_search.h"
#include "ui/whatif/question_line.h"
#include "ui/whatif/reach_row.h"
#include "ui/whatif/scenario_cards.h"
#include "ui/whatif/scenario_files.h"
#include "ui/whatif/scenario_tables.h"
#include "ui/whatif/study_base_button.h"
#include "ui/whatif/study_base_row.h"
#include "ui/whatif/study_choice.h"

class QHBoxLayout;

namespace throughline::ui {

/// The What-if tab: the question in one line, its answer, what would reach a rate, the scenarios as
/// cards, one chart; the table of all inputs behind a fold.
/// Thread: GUI. What takes longer (calibration, large searches) is asked for by signal or runner.
class WhatIfPage : public QWidget {
    Q_OBJECT
public:
    /// `settings`, borrowed, may be null: whether the fold is open, and the view, are not kept
    /// then.
    explicit WhatIfPage(QSettings* settings = nullptr, QWidget* parent = nullptr);
    ~WhatIfPage() override;  // what is on screen is there again next time

    ScenarioDocument* document() { return &document_; }
    QuestionLine* question() { return question_; }
    AnswerBanner* answer() { return answer_; }
    ReachRow* reach() { return reach_; }
    OfferSearch* search() { return search_; }
    ScenarioCards* cards() { return cards_; }
    ScenarioTables* tables() { return tables_; }
    QToolButton* foldButton() { return fold_; }
    ChartViews* charts() { return charts_; }
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
    /// A study that was asked for compares the three ways: that is shown. `instead`: it cannot be
    /// the base.
    void setWays(const StudyOfWays& study, bool instead);
    /// Stays until the scenarios change, beside what is wrong with them.
    void showProblem(const QString& why);

    QList<QAction*> actions() const { return actions_; }

Q_SIGNALS:
    /// What was done that one may not have expected, in the last step of the document.
    void done(const QString& message);
    /// What undo brought back.
    void said(const QString& message);
    void studyBaseAsked(const std::vector<std::int64_t>& studies);
    /// A study of the base is to be measured once more.
    void measureAgainAsked(const std::string& uuid);
    /// The same with each stage alone.
    void measureAloneAsked(const std::string& uuid);
    /// Whatever there is on this computer is to be measured.
    void measureHereAsked();

private:
    /// The rate to reach and the chosen scenario of the last start.
    void beginWhereLeft();
    /// A worked example that nobody asked for gives way for good; one that was opened comes back
    /// with undo.
    void beginInsteadOfExample(whatif::ScenarioFile file);
    QWidget* makeTitleRow();
    QWidget* makeCardRow();
    void connectParts();
    QAction* addAction(QHBoxLayout* row,
                       const char* icon_name,
                       const QString& text,
                       const QKeySequence& key,
                       const QString& tip,
                       const std::function<void()>& what);
    void setFolded(bool folded);
    void refresh();
    void showProblems();

    QSettings* settings_;
    ScenarioDocument document_;
    ScenarioFiles* files_;
    OfferSearch* search_;
    QuestionLine* question_;
    AnswerBanner* answer_;
    ReachRow* reach_;
    ScenarioCards* cards_;
    ScenarioTables* tables_;
    ChartViews* charts_;
    QToolButton* fold_ = nullptr;
    QLineEdit* title_ = nullptr;
    QLabel* problem_ = nullptr;
    StudyBaseButton* base_button_;
    StudyBaseRow* base_row_;
    QString notice_;
    QList<QAction*> actions_;
};

}  // namespace throughline::ui
