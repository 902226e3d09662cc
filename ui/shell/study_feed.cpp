// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/study_feed.h"

#include <QEvent>
#include <algorithm>

#include "engine/analysis/verdict.h"
#include "engine/record/machine.h"
#include "engine/record/this_machine.h"
#include "ui/bridge/error_text.h"
#include "ui/library/study_list_model.h"

namespace throughline::ui {

namespace {

/// Whether nothing but what the user says of it can have changed.
bool isSameResult(const StudyPtr& before, const StudyPtr& now) {
    return before && before->runs.size() == now->runs.size() &&
           record::status_of(*before) == record::status_of(*now);
}

}  // namespace

StudyFeed::StudyFeed(LibraryService* library,
                     ExploreFeed* charts,
                     MeasureFeed* measurement,
                     QObject* parent)
    : QObject(parent),
      library_(library),
      charts_(charts),
      result_page_(new QStackedWidget),
      hint_(new QLabel(tr("The library is being read."))),
      panel_(new ResultPanel),
      chart_(new StudyChart),
      figures_(makeFiguresPage(&runs_)),
      settings_(new SettingsPage(&runs_)),
      measurement_(measurement) {
    hint_->setAlignment(Qt::AlignCenter);
    hint_->setForegroundRole(QPalette::PlaceholderText);
    result_page_->addWidget(hint_);
    result_page_->addWidget(panel_);
    for (QWidget* page : std::initializer_list<QWidget*>{result_page_, figures_, settings_}) {
        page->installEventFilter(this);
    }
    panel_->setChart(chart_);
    connect(panel_, &ResultPanel::said, this, &StudyFeed::said);
    connect(figures_, &FactTable::said, this, &StudyFeed::said);
    connect(settings_->table(), &FactTable::said, this, &StudyFeed::said);
    connect(charts_, &ExploreFeed::plotted, this, &StudyFeed::recolour);
    connect(library_, &LibraryService::unusable, this, &StudyFeed::hint);
    connect(library_, &LibraryService::studiesListed, this, [this](const auto& studies) {
        names_ = studyNames(studies);
    });
    if (measurement != nullptr) {
        connect(measurement, &MeasureFeed::measured, this, &StudyFeed::showMeasured);
        connect(panel_, &ResultPanel::measureAgainAsked, this, [this](const auto& spec) {
            measureAgain(spec, true);
        });
        connect(panel_, &ResultPanel::finishMissingAsked, measurement, &MeasureFeed::finish);
        connect(panel_, &ResultPanel::newAsked, measurement, &MeasureFeed::showForm);
        connect(panel_, &ResultPanel::runAgainAsked, this, [this](const auto& spec) {
            measureAgain(spec, false);
        });
        connect(figures_, &FactTable::measureAsked, measurement, &MeasureFeed::fillForm);
    }
}

void StudyFeed::measureAgain(const spec::StudySpec& spec, bool atOnce) {
    const StudyPtr& study = panel_->study();
    const record::Machine machine = study ? record::machine_of(study->header) : record::Machine();
    const auto computer = QString::fromStdString(machine.host);
    if (!computer.isEmpty() &&
        record::place_of(machine, record::this_machine()) == record::Place::Elsewhere) {
        measurement_->fillFormOf(computer, spec);
    } else if (atOnce) {
        measurement_->start(spec);
    } else {
        measurement_->fillForm(spec);
    }
}

void StudyFeed::choose(Ids studies) {
    const auto most = static_cast<std::size_t>(RunSelection::kShownMax);
    left_out_ = studies.size() - std::min(studies.size(), most);  // the pages say so
    studies.resize(studies.size() - left_out_);
    asked_ = studies;
    if (studies == shown_ && !is_outdated_) {
        runs_.setLeftOut(left_out_);
        wanted_.clear();  // whatever was chosen in between
        ++question_;
        return;
    }
    wanted_ = std::move(studies);
    load();
}

void StudyFeed::refresh() {
    is_outdated_ = true;
    if (wanted_.empty()) {
        wanted_ = asked_;
    }
    if (wanted_.empty()) {
        hint();
    }
    load();
}

void StudyFeed::hint() {
    hint_->setText(
        tr("Choose a study in the list on the left to read its result.\nNone yet? "
           "Measure this computer, or import results of other tools."));
}

bool StudyFeed::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show) {
        load();
    }
    return QObject::eventFilter(watched, event);
}

bool StudyFeed::isVisible() const {
    return result_page_->isVisible() || figures_->isVisible() || settings_->isVisible();
}

void StudyFeed::load() {
    if (isVisible()) {
        read();
    }
}

void StudyFeed::recolour() {
    std::vector<ChosenStudy> studies = runs_.studies();
    bool differs = false;
    for (ChosenStudy& one : studies) {
        const int slot = charts_->plottedSlotOf(one.study->header.study);
        differs = differs || slot != one.colourSlot;
        one.colourSlot = slot;
    }
    if (differs) {
        runs_.setStudies(std::move(studies));
    }
    if (const StudyPtr& study = panel_->study();
        study && charts_->colourSlotOf(study->header.study) != chart_slot_) {
        drawChart(study);
    }
}

void StudyFeed::drawChart(const StudyPtr& study) {
    chart_slot_ = charts_->colourSlotOf(study->header.study);
    chart_->setStudy(studyForPlot(*study, chart_slot_));
}

void StudyFeed::read() {
    if (wanted_.empty()) {
        return;
    }
    hint_->setText(tr("The study is being read."));
    const std::uint64_t question = ++question_;
    library_->query<std::vector<ChosenStudy>>(
        this,
        [ids = std::exchange(wanted_, {})](
            store::Library& library) -> Result<std::vector<ChosenStudy>> {
            std::vector<ChosenStudy> studies;
            for (const std::int64_t id : ids) {
                auto row = library.study(id);
                auto study = row ? library.load_figures(id) : Result<record::Study>(row.error());
                if (!study && study.error().code == ErrorCode::NotFound) {
                    continue;  // in the bin for good
                }
                if (!study) {
                    return std::move(study).error();
                }
                if (row->in_bin) {
                    continue;
                }
                study->header.title = row->title;  // it may have been changed since
                if (!study->verdict) {
                    study->verdict = analysis::judge(*study);
                }
                studies.push_back(
                    {.row = *std::move(row),
                     .study = std::make_shared<const record::Study>(*std::move(study))});
            }
            return studies;
        },
        [this, question](Result<std::vector<ChosenStudy>> studies) {
            if (question == question_) {
                take(std::move(studies));
            }
        });
}

void StudyFeed::take(Result<std::vector<ChosenStudy>> studies) {
    if (!studies) {
        Q_EMIT failed(errorText(studies.error()));
        studies = std::vector<ChosenStudy>();
    }
    is_outdated_ = false;
    shown_.clear();
    for (ChosenStudy& one : *studies) {
        one.colourSlot = charts_->plottedSlotOf(one.study->header.study);
        one.apart = names_.apartOf(namedStudy(one.row));
        shown_.push_back(one.row.id);
    }
    if (studies->empty()) {
        panel_->setStudyId(0);
        hint();
        result_page_->setCurrentWidget(hint_);
    } else {
        const ChosenStudy& first = studies->front();
        if (first.row.id == panel_->studyId() && isSameResult(panel_->study(), first.study)) {
            result_page_->setCurrentWidget(panel_);  // what is unfolded and scrolled to stays
        } else {
            showResult(first.study, first.row.id == remarked_ ? remark_ : QString());
            panel_->setStudyId(first.row.id);
        }
        panel_->setTitle(first.study, first.apart);
        readNodes(first.row.id);
    }
    runs_.setLeftOut(left_out_);
    runs_.setStudies(*std::move(studies));
    Q_EMIT shown();
}

void StudyFeed::readNodes(std::int64_t study) {
    if (!chart_->lacksNodes()) {
        return;
    }
    library_->query<std::vector<NodeCourse>>(
        this,
        [study](store::Library& library) { return readNodeCourses(library, study); },
        [this, study](Result<std::vector<NodeCourse>> nodes) {
            if (nodes && study == panel_->studyId()) {
                chart_->setNodes(*std::move(nodes));
            }
        });
}

void StudyFeed::showMeasured(const StudyPtr& study, const QString& remark) {
    // Who waits for it in front of the measurement is shown it; whoever reads or draws goes on.
    const bool followed = measurement_ != nullptr ? measurement_->isInFront() : !isVisible();
    keeps_pages_ = study && !followed && (!shown_.empty() || !wanted_.empty());
    if (keeps_pages_) {
        remark_ = remark;
        remarked_ = 0;
        Q_EMIT measured();
        return;
    }
    left_out_ = 0;
    runs_.setLeftOut(0);
    wanted_.clear();
    asked_.clear();
    shown_.clear();
    ++question_;
    remarked_ = 0;
    remark_ = remark;
    showResult(study, remark);
    std::vector<ChosenStudy> now;
    if (study) {
        now.push_back({.row = {}, .study = study});
    }
    runs_.setStudies(std::move(now));
    Q_EMIT shown();
    Q_EMIT measured();
}

void StudyFeed::setStudyId(qint64 study) {
    remarked_ = study;
    if (std::exchange(keeps_pages_, false)) {
        return;
    }
    panel_->setStudyId(study);
    shown_ = {study};
    asked_ = shown_;
    refresh();  // what the library says of it
}

void StudyFeed::showResult(const StudyPtr& study, const QString& remark) {
    panel_->setStudy(study, remark);
    if (study) {
        drawChart(study);
    } else {
        chart_->clear();
    }
    result_page_->setCurrentWidget(panel_);
}

}  // namespace throughline::ui
