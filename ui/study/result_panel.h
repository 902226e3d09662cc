// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

#include "engine/analysis/answer.h"
#include "engine/record/study.h"
#include "engine/spec/spec.h"
#include "ui/bridge/library_service.h"
#include "ui/study/limit_bars.h"
#include "ui/study/notes_list.h"
#include "ui/study/notice_band.h"
#include "ui/study/observed_view.h"
#include "ui/study/run_table.h"
#include "ui/study/study_advice.h"

namespace throughline::ui {

/// What came out: who limits, in large words, two numbers, what is doubtful; the rule's whole
/// sentence behind "Why"; the chart, the runs, and what to do next. Thread: GUI.
class ResultPanel : public QWidget {
    Q_OBJECT
public:
    explicit ResultPanel(QWidget* parent = nullptr);

    /// `remark`: what went wrong on the way, or "".
    void setStudy(const StudyPtr& study, const QString& remark);
    /// The same study, and how it is called now: `apart` is what tells it from others of its title
    /// in the library, "" where nothing needs to.
    void setTitle(const StudyPtr& study, const QString& apart);
    /// Id of the study in the library, once it was taken in.
    void setStudyId(qint64 id);
    qint64 studyId() const { return study_id_; }
    const StudyPtr& study() const { return study_; }
    const QString& apart() const { return apart_; }
    /// The widget that draws the study; the panel takes it over.
    void setChart(QWidget* chart);

Q_SIGNALS:
    void said(const QString& message);
    /// The same once more, at once.
    void measureAgainAsked(const throughline::spec::StudySpec& spec);
    void runAgainAsked(const throughline::spec::StudySpec& spec);
    /// Of this study in the library.
    void finishMissingAsked(qint64 study);
    void saveAsked(qint64 study);
    void exploreAsked(qint64 study);
    void whatIfAsked(qint64 study);
    void newAsked();

private:
    void buildVerdict();
    QWidget* buildButtons();
    QWidget* buildDetails();
    void showVerdict();
    void showAdvice();
    void showObserved();
    /// Offers what the verdict lacks.
    void showMissing(bool spec_known);
    void copyCommand();

    StudyPtr study_;
    QString apart_;
    qint64 study_id_ = 0;
    spec::StudySpec spec_;
    QLabel* remark_ = nullptr;
    NoticeBand* doubt_ = nullptr;
    QLabel* title_ = nullptr;
    QLabel* headline_ = nullptr;  ///< who limits
    QLabel* figures_ = nullptr;   ///< two numbers
    QLabel* grade_ = nullptr;
    QPushButton* missing_ = nullptr;  ///< measures what was not measured
    spec::StudySpec missing_spec_;
    QToolButton* why_ = nullptr;  ///< unfolds the sentence
    QLabel* sentence_ = nullptr;
    QVBoxLayout* layout_ = nullptr;
    LimitBars* bars_ = nullptr;
    ObservedView* observed_ = nullptr;  ///< of a job that was watched
    QWidget* chart_ = nullptr;
    QTabWidget* details_ = nullptr;  ///< what helps, runs, notes
    StudyAdvice* advice_ = nullptr;
    RunTable* table_ = nullptr;
    NotesList* notes_ = nullptr;
    QPushButton* explore_ = nullptr;
    QPushButton* what_if_ = nullptr;
    QPushButton* again_ = nullptr;
    QPushButton* finish_ = nullptr;
    QPushButton* share_ = nullptr;
    QAction* copy_ = nullptr;
    QAction* save_ = nullptr;
    QPushButton* new_ = nullptr;
};

}  // namespace throughline::ui
