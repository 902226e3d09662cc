// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QWidget>
#include <cstdint>
#include <string>
#include <vector>

#include "ui/whatif/chart_tabs.h"
#include "ui/whatif/find_panel.h"
#include "ui/whatif/scenario_tables.h"

class QHBoxLayout;

namespace throughline::ui {

/// A study that may become the base.
struct StudyChoice {
    std::int64_t id = 0;
    QString title;
    QString when{};        ///< "23 Nov 02:57"; empty where the title says it
    bool checked = false;  ///< in the list of studies
    std::string uuid{};
};

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
    /// What is to be known of the studies of the base: a busy computer, runs that are gone; "" =
    /// nothing.
    QString baseText() const { return base_words_->text(); }
    QPushButton* measureAgainButton() { return again_; }

    void setCatalog(std::shared_ptr<const catalog::Catalog> catalog);
    void setCatalogFaults(const QStringList& faults);
    void setRunner(WorkRunner runner);
    void setStudies(std::vector<StudyChoice> studies);
    /// Those that "the checked studies together" would calibrate on.
    std::vector<std::int64_t> checkedStudies() const;
    /// The answer to studyBaseAsked().
    void setStudyBase(const StudyBasePtr& study);
    /// Stays until the scenarios change, beside what is wrong with them.
    void showProblem(const QString& why);

    /// The worked examples that came with the program: name of the file without ".json", and title.
    static std::vector<std::pair<QString, QString>> examples();
    void openExample(const QString& name);
    void openFile(const QString& path);
    /// Errors: Io, with the path and the cause.
    Result<void> saveTo(const QString& path);
    /// Where saved scenarios lie; the menu lists them.
    static QString scenarioFolder();
    QList<QAction*> actions() const { return actions_; }

Q_SIGNALS:
    void studyBaseAsked(const std::vector<std::int64_t>& studies);
    /// A study of the base is to be measured once more.
    void measureAgainAsked(const std::string& uuid);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeTitleRow();
    QWidget* makeToolRow();
    QWidget* makeBaseRow();
    void showBase();
    void addColumnActions(QHBoxLayout* row);
    QToolButton* addMenuButton(QHBoxLayout* row,
                               const QString& text,
                               const QString& tip,
                               QMenu* menu);
    QAction* addAction(QHBoxLayout* row,
                       const char* icon_name,
                       const QString& text,
                       const QKeySequence& key,
                       const QString& tip,
                       std::function<void()> what);
    void fillOpenMenu();
    void fillBaseMenu();
    void refresh();
    void askAndOpen();
    void askAndSave(bool elsewhere);
    void askAndRename(int column);
    void take(Result<whatif::ScenarioFile> file, const QString& path);
    void openLast();
    void remember();
    void showProblems();
    void saveElsewhere(const QString& path);
    /// The answers as a table for a spreadsheet; the scenarios are as unsaved as before.
    void saveAnswers(const QString& path);

    ScenarioDocument document_;
    std::vector<StudyChoice> studies_;
    ScenarioTables* tables_ = nullptr;
    ChartTabs* charts_ = nullptr;
    QLineEdit* title_ = nullptr;
    QLabel* note_ = nullptr;
    QLabel* caption_ = nullptr;
    QLabel* problem_ = nullptr;
    QWidget* base_row_ = nullptr;
    QLabel* base_words_ = nullptr;
    QPushButton* again_ = nullptr;
    bool studies_known_ = false;  ///< setStudies() was called
    QString notice_;
    QMenu* open_menu_ = nullptr;
    QMenu* base_menu_ = nullptr;
    QToolButton* base_button_ = nullptr;
    QAction* add_ = nullptr;
    QAction* duplicate_ = nullptr;
    QAction* remove_ = nullptr;
    QAction* left_ = nullptr;
    QAction* right_ = nullptr;
    QAction* rename_ = nullptr;
    QList<QAction*> actions_;
    QTimer remember_timer_;
    WorkRunner runner_;  ///< of work that takes too long for this thread; may be empty
};

}  // namespace throughline::ui
