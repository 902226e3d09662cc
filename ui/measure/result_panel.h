// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWidget>

#include "engine/run/spec.h"
#include "engine/run/study.h"
#include "ui/bridge/library_service.h"
#include "ui/measure/run_table.h"

namespace throughline::ui {

/// What came out: the verdict with its grade, the chart, the runs, and what to do next.
/// Thread: GUI.
class ResultPanel : public QWidget {
    Q_OBJECT
public:
    explicit ResultPanel(QWidget* parent = nullptr);

    /// `remark`: what went wrong on the way, or "".
    void setStudy(const StudyPtr& study, const QString& remark);
    /// Id of the study in the library, once it was taken in.
    void setStudyId(qint64 id);
    qint64 studyId() const { return study_id_; }
    const StudyPtr& study() const { return study_; }
    /// The widget that draws the study; the panel takes it over.
    void setChart(QWidget* chart);

Q_SIGNALS:
    void runAgainAsked(const throughline::run::StudySpec& spec);
    void finishMissingAsked(const throughline::run::StudySpec& spec);
    void saveAsked(qint64 study);
    void exploreAsked(qint64 study);
    void newAsked();

private:
    QWidget* buildButtons();
    void copyCommand();

    StudyPtr study_;
    qint64 study_id_ = 0;
    run::StudySpec spec_;
    run::StudySpec missing_;
    QLabel* remark_ = nullptr;
    QLabel* title_ = nullptr;
    QLabel* verdict_ = nullptr;
    QLabel* grade_ = nullptr;
    QVBoxLayout* layout_ = nullptr;
    QWidget* chart_ = nullptr;
    RunTable* table_ = nullptr;
    QPushButton* explore_ = nullptr;
    QPushButton* again_ = nullptr;
    QPushButton* finish_ = nullptr;
    QPushButton* copy_ = nullptr;
    QPushButton* save_ = nullptr;
    QPushButton* new_ = nullptr;
};

/// "Measured: each stage was also measured alone." Assumes: the study has a verdict.
QString gradeText(const run::Study& study);

}  // namespace throughline::ui
