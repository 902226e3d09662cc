// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/result_feed.h"

#include <QEvent>

#include "engine/analysis/verdict.h"
#include "ui/bridge/error_text.h"

namespace throughline::ui {

namespace {

/// Whether nothing but what the user says of it can have changed.
bool isSameResult(const StudyPtr& before, const StudyPtr& now) {
    return before && before->runs.size() == now->runs.size() &&
           record::status_of(*before) == record::status_of(*now);
}

}  // namespace

ResultFeed::ResultFeed(LibraryService* library,
                       ExploreFeed* charts,
                       MeasureFeed* measurement,
                       QObject* parent)
    : QObject(parent),
      library_(library),
      charts_(charts),
      page_(new QStackedWidget),
      hint_(new QLabel(tr("Choose a study in the list on the left to read its result.\nNone yet? "
                          "Measure this computer, or import results of other tools."))),
      panel_(new ResultPanel),
      chart_(new StudyChart) {
    hint_->setAlignment(Qt::AlignCenter);
    hint_->setForegroundRole(QPalette::PlaceholderText);
    page_->addWidget(hint_);
    page_->addWidget(panel_);
    page_->installEventFilter(this);
    panel_->setChart(chart_);
    if (measurement != nullptr) {
        connect(measurement, &MeasureFeed::measured, this, &ResultFeed::showMeasured);
        connect(panel_, &ResultPanel::measureAgainAsked, measurement, &MeasureFeed::start);
        connect(panel_, &ResultPanel::finishMissingAsked, measurement, &MeasureFeed::finish);
        connect(panel_, &ResultPanel::newAsked, measurement, &MeasureFeed::showForm);
        connect(panel_, &ResultPanel::runAgainAsked, measurement, &MeasureFeed::fillForm);
    }
}

void ResultFeed::choose(qint64 study) {
    if (study == panel_->studyId() && page_->currentWidget() != hint_) {
        wanted_ = 0;  // whatever was chosen in between
        ++question_;
        return;
    }
    wanted_ = study;
    load();
}

void ResultFeed::refresh() {
    if (wanted_ == 0) {
        wanted_ = panel_->studyId();
    }
    load();
}

bool ResultFeed::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show) {
        load();
    }
    return QObject::eventFilter(watched, event);
}

void ResultFeed::load() {
    if (wanted_ == 0 || !page_->isVisible()) {
        return;
    }
    const qint64 id = std::exchange(wanted_, 0);
    const std::uint64_t question = ++question_;
    library_->query<StudyPtr>(
        this,
        [id](store::Library& library) -> Result<StudyPtr> {
            auto study = library.load_figures(id);
            if (!study) {
                return std::move(study).error();
            }
            // The title may have been changed since it was recorded.
            if (const auto row = library.study(id)) {
                study->header.title = row->title;
            }
            if (!study->verdict) {
                study->verdict = analysis::judge(*study);
            }
            return std::make_shared<const record::Study>(*std::move(study));
        },
        [this, id, question](const Result<StudyPtr>& study) {
            if (question != question_) {
                return;
            }
            if (study && id == panel_->studyId() && isSameResult(panel_->study(), *study)) {
                panel_->setTitle(*study);  // what is unfolded and scrolled to stays
            } else if (study) {
                show(*study, id == remarked_ ? remark_ : QString());
                panel_->setStudyId(id);
            } else {  // in the bin for good
                panel_->setStudyId(0);
                page_->setCurrentWidget(hint_);
                if (study.error().code != ErrorCode::NotFound) {
                    Q_EMIT failed(errorText(study.error()));
                }
            }
        });
}

void ResultFeed::showMeasured(const StudyPtr& study, const QString& remark) {
    wanted_ = 0;
    ++question_;
    remarked_ = 0;
    remark_ = remark;
    show(study, remark);
    Q_EMIT measured();
}

void ResultFeed::setStudyId(qint64 study) {
    remarked_ = study;
    panel_->setStudyId(study);
}

void ResultFeed::show(const StudyPtr& study, const QString& remark) {
    panel_->setStudy(study, remark);
    if (study) {
        chart_->setStudy(studyForPlot(*study, charts_->colourSlotOf(study->header.study)));
    } else {
        chart_->clear();
    }
    page_->setCurrentWidget(panel_);
}

}  // namespace throughline::ui
