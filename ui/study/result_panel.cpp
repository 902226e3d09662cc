// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/result_panel.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <algorithm>

#include "engine/analysis/answer.h"
#include "engine/analysis/disturbance.h"
#include "engine/analysis/emulation.h"
#include "engine/analysis/observed.h"
#include "engine/analysis/verdict.h"
#include "engine/record/machine.h"
#include "engine/record/straggler_note.h"
#include "engine/record/this_machine.h"
#include "engine/record/touched.h"
#include "ui/charts/study_for_plot.h"
#include "ui/study/missing_measurement.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

ResultPanel::ResultPanel(QWidget* parent) : QWidget(parent) {
    remark_ = new QLabel;
    setInk(remark_, &Theme::error);
    title_ = new QLabel;
    title_->setFont(smallFont());
    doubt_ = new NoticeBand(tr("&Measure again"));
    doubt_->button()->setToolTip(
        tr("Measure again with the same settings, as a new study (Alt+A)"));
    connect(
        doubt_->button(), &QPushButton::clicked, this, [this] { Q_EMIT measureAgainAsked(spec_); });
    layout_ = new QVBoxLayout(this);
    layout_->setContentsMargins(16, 12, 16, 8);
    layout_->setSpacing(8);
    layout_->addWidget(remark_);
    layout_->addWidget(title_);
    buildVerdict();
    bars_ = new LimitBars;
    layout_->addWidget(bars_);
    observed_ = new ObservedView;
    layout_->addWidget(observed_);
    layout_->addWidget(buildDetails(), 2);
    layout_->addWidget(buildButtons());
    for (QLabel* label : {remark_, headline_, figures_, grade_, sentence_, title_}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);  // by keyboard: with a caret
    }
}

void ResultPanel::buildVerdict() {
    headline_ = new QLabel;
    headline_->setFont(figureFont());
    figures_ = new QLabel;
    figures_->setFont(headingFont());
    grade_ = new QLabel;
    setInk(grade_, &Theme::mutedText);
    sentence_ = new QLabel;
    sentence_->hide();
    why_ = new QToolButton;
    why_->setText(tr("&Why"));
    why_->setToolTip(tr("Show the rule's whole sentence with its evidence (Alt+W)"));
    why_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    why_->setAutoRaise(true);
    why_->setCheckable(true);
    why_->setArrowType(Qt::RightArrow);
    connect(why_, &QToolButton::toggled, this, [this](bool shown) {
        why_->setArrowType(shown ? Qt::DownArrow : Qt::RightArrow);
        sentence_->setVisible(shown);
    });
    auto* below = bareLayout<QHBoxLayout>(new QWidget);
    missing_ = new QPushButton;
    missing_->setToolTip(tr("Measure what this study lacks, as a study of its own"));
    missing_->hide();
    connect(missing_, &QPushButton::clicked, this, [this] { Q_EMIT runAgainAsked(missing_spec_); });
    below->addWidget(grade_, 1);
    below->addWidget(missing_);
    below->addWidget(why_);
    layout_->addWidget(headline_);
    layout_->addWidget(figures_);
    layout_->addWidget(doubt_);
    layout_->addWidget(below->parentWidget());
    layout_->addWidget(sentence_);
}

QWidget* ResultPanel::buildDetails() {
    table_ = new RunTable;
    notes_ = new NotesList;
    details_ = new QTabWidget;
    details_->setDocumentMode(true);
    details_->setMinimumHeight(fontMetrics().height() * 8);
    advice_ = new StudyAdvice(this);
    advice_->hide();
    details_->addTab(table_, tr("Runs"));
    details_->addTab(notes_, tr("Notes"));
    return details_;
}

QWidget* ResultPanel::buildButtons() {
    auto* bar = new QWidget;
    auto* row = bareLayout<QHBoxLayout>(bar);
    const auto make = [row](const char* icon_name, const QString& text, const QString& tip) {
        auto* button = new QPushButton(icon(QLatin1String(icon_name)), text);
        button->setToolTip(tip);
        row->addWidget(button);
        return button;
    };
    explore_ = make("explore", tr("E&xplore"), tr("Show the study in the Explore tab (Alt+X)"));
    what_if_ = make("help",
                    tr("What &if"),
                    tr("Predict what other disks, machines and GPUs would make of it (Alt+I)"));
    again_ = make(
        "settings", tr("Run a&gain…"), tr("Load the settings of this study into the form (Alt+G)"));
    finish_ = make(
        "resume",
        tr("Measure the missing &points"),
        tr("Measure the points this study lacks and add them; finished runs are kept (Alt+P)"));
    share_ = make("export", tr("Sh&are"), tr("Take the study elsewhere (Alt+A)"));
    auto* menu = new QMenu(share_);
    menu->setToolTipsVisible(true);
    const auto add = [menu](const char* icon_name, const QString& text, const QString& tip) {
        QAction* action = menu->addAction(icon(QLatin1String(icon_name)), text);
        action->setToolTip(tip);
        return action;
    };
    save_ = add("export",
                tr("&Save as .tlrun…"),
                tr("Save the study to a file that another Throughline can open"));
    copy_ = add("copy",
                tr("Copy as &command"),
                tr("Copy the command that measures the same in a terminal"));
    share_->setMenu(menu);
    row->addStretch(1);
    new_ = make("new-measurement", tr("&New measurement"), tr("Go back to the form (Alt+N)"));
    connect(explore_, &QPushButton::clicked, this, [this] { Q_EMIT exploreAsked(study_id_); });
    connect(what_if_, &QPushButton::clicked, this, [this] { Q_EMIT whatIfAsked(study_id_); });
    connect(again_, &QPushButton::clicked, this, [this] { Q_EMIT runAgainAsked(spec_); });
    connect(finish_, &QPushButton::clicked, this, [this] { Q_EMIT finishMissingAsked(study_id_); });
    connect(copy_, &QAction::triggered, this, &ResultPanel::copyCommand);
    connect(save_, &QAction::triggered, this, [this] { Q_EMIT saveAsked(study_id_); });
    connect(new_, &QPushButton::clicked, this, &ResultPanel::newAsked);
    return bar;
}

/// Its title, and the computer where that is another one than this.
static QString titleWithComputer(const QString& title, const record::Study& study) {
    const record::Machine machine = record::machine_of(study.header);
    const bool elsewhere =
        study.header.origin == record::Origin::Measured && !machine.host.empty() &&
        record::place_of(machine, record::this_machine()) == record::Place::Elsewhere;
    return elsewhere ? ResultPanel::tr("%1, measured on %2")
                           .arg(title, QString::fromStdString(machine.host))
                     : title;
}

/// Whether the line below the headline says already which node the study ended because of, so that
/// its note need not stand below that.
static bool tellsFailedNode(const QString& figures, const record::Study& study) {
    const auto is_told = [&figures](const record::Note& note) {
        return note.code == record::kNodeFailedNote &&
               figures.contains(wholeUnits(sentenceOf(note).mid(1)));
    };
    return std::ranges::any_of(study.runs, [&](const record::RunData& run) {
        return std::ranges::any_of(run.notes, is_told);
    });
}

void ResultPanel::setStudy(const StudyPtr& study, const QString& remark) {
    study_ = study;
    study_id_ = 0;
    remark_->setText(remark);
    remark_->setVisible(!remark.isEmpty());

    bool spec_known = false;
    bool missing = false;
    const bool own = study && study->header.origin == record::Origin::Measured;
    if (study) {
        if (auto spec = spec::parse_spec(study->header.spec_json)) {
            spec_ = *spec;
            spec_known = true;
            // What several nodes measured together one computer cannot go on with.
            missing = own && !study->header.environment.contains("nodes") &&
                      (!study->footer || !record::missing_runs(*study).empty());
        }
    }
    setTitle(study, QString());
    table_->setRows(study ? rowsOf(*study) : std::vector<RunTableRow>());
    notes_->setStudy(study ? *study : record::Study());
    const int notes = details_->indexOf(notes_);
    details_->setTabText(
        notes, notes_->count() == 0 ? tr("Notes") : tr("Notes (%1)").arg(notes_->count()));
    details_->setTabEnabled(notes, notes_->count() > 0);
    bars_->setBars(study ? limitBarsOf(*study) : std::vector<LimitBar>());
    showVerdict();
    const bool notes_first = notes_->hasErrors() && !tellsFailedNode(figures_->text(), *study);
    details_->setCurrentWidget(notes_first ? static_cast<QWidget*>(notes_) : table_);
    showMissing(spec_known);
    doubt_->button()->setEnabled(spec_known);
    doubt_->button()->setVisible(own);
    again_->setEnabled(spec_known);
    again_->setVisible(own);  // what another tool did is not done again here
    what_if_->setVisible(own);
    copy_->setEnabled(spec_known);
    finish_->setVisible(missing);
    showAdvice();
    showObserved();
    setStudyId(0);
}

/// Before the runs where they are but one, of a job that was watched.
void ResultPanel::showAdvice() {
    const bool advised = advice_->setStudy(study_ ? *study_ : record::Study());
    QWidget* const shown = details_->currentWidget();
    if (const int tab = details_->indexOf(advice_); tab >= 0) {
        details_->removeTab(tab);
    }
    if (advised) {
        const int before = analysis::is_observed(*study_) ? 0 : 1;
        details_->insertTab(details_->indexOf(table_) + before, advice_, tr("What helps"));
        details_->setCurrentWidget(shown);
    }
}

/// Of a job that was watched there is no spec: what can be measured are the files that it read.
void ResultPanel::showObserved() {
    const bool observed = study_ && analysis::is_observed(*study_) && !study_->runs.empty();
    observed_->setVisible(observed);
    again_->setText(observed ? tr("Measure the same &data…") : tr("Run a&gain…"));
    again_->setToolTip(observed ? tr("Load the folder that the job reads into the form (Alt+D)")
                                : tr("Load the settings of this study into the form (Alt+G)"));
    if (!observed) {
        return;
    }
    const record::RunData& run = study_->runs.front();
    metrics::MetricValues values;
    for (const auto& [key, summary] : run.metrics) {
        values[key] = summary.value;
    }
    observed_->setMetrics(values, true);
    details_->setCurrentWidget(advice_);
    const std::string folder = spec::text_or_empty(run.started.settings, "dataset.path");
    spec_ = spec::default_spec();
    spec_.base["dataset.path"] = folder;
    const bool there = QFileInfo(QString::fromStdString(folder)).isDir();
    again_->setVisible(there);
    again_->setEnabled(there);
    copy_->setEnabled(there);
}

void ResultPanel::showMissing(bool spec_known) {
    const auto missing = spec_known && study_ ? missingMeasurement(*study_, spec_) : std::nullopt;
    missing_->setVisible(missing.has_value());
    if (missing) {
        missing_->setText(missing->title);
        missing_->setToolTip(missing->tip);
        missing_spec_ = missing->spec;
    }
}

void ResultPanel::setTitle(const StudyPtr& study, const QString& apart) {
    study_ = study;
    apart_ = apart;
    StudyForPlot called;
    called.apart = apart;
    if (study) {
        called.title = QString::fromStdString(study->header.title);
        called.emulated = analysis::emulated_in(*study);
    }
    // That something was emulated is told of a study without a title, too.
    const bool is_called = !called.title.isEmpty() || called.emulated;
    title_->setText(is_called ? titleWithComputer(titleOf(called), *study) : QString());
    title_->setVisible(is_called);
}

void ResultPanel::showVerdict() {
    const bool has_verdict = study_ && study_->verdict && !study_->verdict->sentence.empty();
    const analysis::Answer answer = study_ ? analysis::answer_of(*study_) : analysis::Answer();
    const auto shown = [](QLabel* label, const QString& text) {
        label->setText(wholeUnits(text));
        label->setVisible(!text.isEmpty());
    };
    shown(headline_,
          study_ ? QString::fromStdString(answer.headline) : tr("No verdict: no run finished."));
    shown(figures_, QString::fromStdString(answer.figures));
    doubt_->setText(wholeUnits(QString::fromStdString(answer.doubt)));
    grade_->setText(QString::fromStdString(answer.grounds));
    const std::string why =
        has_verdict ? analysis::spoken_verdict(*study_) + analysis::ceiling_note(*study_)
                    : std::string();
    sentence_->setText(wholeUnits(QString::fromStdString(why)));
    why_->setChecked(false);
    why_->parentWidget()->setVisible(has_verdict);
}

void ResultPanel::setStudyId(qint64 id) {
    study_id_ = id;
    explore_->setEnabled(id != 0);
    save_->setEnabled(id != 0);
    what_if_->setEnabled(id != 0);
    finish_->setEnabled(id != 0);
}

void ResultPanel::setChart(QWidget* chart) {
    chart_ = chart;
    layout_->insertWidget(layout_->indexOf(details_), chart, 3);
}

void ResultPanel::copyCommand() {
    QGuiApplication::clipboard()->setText(QString::fromStdString(spec::spec_to_command(spec_)));
    Q_EMIT said(tr("The command that measures the same was copied."));
}

}  // namespace throughline::ui
