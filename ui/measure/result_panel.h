// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>
#include <QWidget>

#include "engine/record/study.h"
#include "engine/spec/spec.h"
#include "ui/bridge/library_service.h"
#include "ui/measure/notes_list.h"
#include "ui/measure/notice_band.h"
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
    /// The same once more, at once.
    void measureAgainAsked(const throughline::spec::StudySpec& spec);
    void runAgainAsked(const throughline::spec::StudySpec& spec);
    /// Of this study in the library.
    void finishMissingAsked(qint64 study);
    void saveAsked(qint64 study);
    void exploreAsked(qint64 study);
    void newAsked();

private:
    QWidget* buildButtons();
    QWidget* buildDetails();
    void showVerdict();
    void copyCommand();

    StudyPtr study_;
    qint64 study_id_ = 0;
    spec::StudySpec spec_;
    QLabel* remark_ = nullptr;
    NoticeBand* doubt_ = nullptr;
    QLabel* title_ = nullptr;
    QLabel* verdict_ = nullptr;
    QLabel* grade_ = nullptr;
    QVBoxLayout* layout_ = nullptr;
    QWidget* chart_ = nullptr;
    QTabWidget* details_ = nullptr;  ///< runs, notes
    RunTable* table_ = nullptr;
    NotesList* notes_ = nullptr;
    QPushButton* explore_ = nullptr;
    QPushButton* again_ = nullptr;
    QPushButton* finish_ = nullptr;
    QPushButton* copy_ = nullptr;
    QPushButton* save_ = nullptr;
    QPushButton* new_ = nullptr;
};

/// "Not a clean measurement: other programs used …", as verdicts begin; "" for a clean one.
QString doubtText(const record::Study& study);

/// "Measured: each stage was also measured alone." Assumes: the study has a verdict.
QString gradeText(const record::Study& study);

}  // namespace throughline::ui
