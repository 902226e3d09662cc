// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/whatif_page.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QSplitter>
#include <QVBoxLayout>
#include <set>
#include <string>

#include "ui/style/elided_edit.h"
#include "ui/style/icons.h"
#include "ui/style/key_action.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"
#include "ui/style/wrap_layout.h"
#include "ui/whatif/catalog_panel.h"
#include "ui/whatif/nodes_panel.h"
#include "ui/whatif/ways_panel.h"

namespace throughline::ui {

namespace {

const QString kOpenKey = QStringLiteral("whatif/all_inputs");
const QString kViewKey = QStringLiteral("whatif/view");
const QString kTargetKey = QStringLiteral("whatif/target");
const QString kChosenKey = QStringLiteral("whatif/chosen");

void addMenuButton(QHBoxLayout* row, QToolButton* button) {
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::StrongFocus);
    button->menu()->setToolTipsVisible(true);
    row->addWidget(button);
}

}  // namespace

WhatIfPage::WhatIfPage(QSettings* settings, QWidget* parent)
    : QWidget(parent),
      settings_(settings),
      files_(new ScenarioFiles(&document_, settings, this)),
      search_(new OfferSearch(&document_, this)),
      question_(new QuestionLine(&document_)),
      answer_(new AnswerBanner(&document_)),
      reach_(new ReachRow(&document_, search_)),
      cards_(new ScenarioCards(&document_)),
      tables_(new ScenarioTables(&document_)),
      charts_(new ChartViews(&document_, search_)),
      base_button_(new StudyBaseButton(&document_)),
      base_row_(new StudyBaseRow(&document_)) {
    problem_ = new QLabel;
    problem_->setWordWrap(true);
    problem_->setContentsMargins(8, 4, 8, 4);
    problem_->hide();
    setInk(problem_, &Theme::error);
    auto* split = new QSplitter(Qt::Horizontal);
    split->addWidget(tables_);
    split->addWidget(charts_);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    split->setChildrenCollapsible(false);
    auto* column = bareLayout<QVBoxLayout>(this, 0);
    column->addWidget(makeTitleRow());
    column->addWidget(question_);
    column->addWidget(problem_);
    column->addWidget(base_row_);
    column->addWidget(answer_);
    column->addWidget(reach_);
    column->addWidget(makeCardRow());
    column->addWidget(split, 1);
    setFocusProxy(question_->gpus());
    connectParts();
    if (settings_ != nullptr) {
        charts_->setCurrentIndex(settings_->value(kViewKey, ChartViews::Curve).toInt());
    }
    setFolded(settings_ == nullptr || !settings_->value(kOpenKey, false).toBool());
    files_->openLast();
    beginWhereLeft();
}

void WhatIfPage::beginWhereLeft() {
    if (settings_ == nullptr) {
        return;
    }
    const double target = settings_->value(kTargetKey).toDouble();
    if (target > 0.0) {
        search_->setTarget(target);
    }
    const int chosen = settings_->value(kChosenKey, -1).toInt();
    if (chosen >= 0 && chosen < document_.columnCount()) {
        document_.choose(chosen);
    }
}

WhatIfPage::~WhatIfPage() {
    files_->remember();
    if (settings_ != nullptr) {
        settings_->setValue(kTargetKey, search_->target());
        settings_->setValue(kChosenKey, document_.chosen());
    }
    // They look at the document until they are gone.
    for (QWidget* part :
         std::initializer_list<QWidget*>{question_, answer_, reach_, cards_, tables_, charts_}) {
        delete part;
    }
    delete search_;
}

void WhatIfPage::connectParts() {
    connect(&document_, &ScenarioDocument::changed, this, [this] {
        notice_.clear();
        refresh();
    });
    connect(&document_, &ScenarioDocument::reopened, this, [this] {
        const QString title = shownTitle(document_);
        Q_EMIT said(title.isEmpty() ? tr("Other scenarios are on the page again.")
                                    : tr("“%1” is on the page again.").arg(title));
    });
    connect(tables_, &ScenarioTables::renameAsked, this, [this](int column) {
        document_.choose(column);
        cards_->rename();
    });
    connect(tables_, &ScenarioTables::refused, this, &WhatIfPage::showProblem);
    connect(question_, &QuestionLine::refused, this, &WhatIfPage::showProblem);
    connect(question_, &QuestionLine::filledIn, this, &WhatIfPage::done);
    connect(reach_, &ReachRow::countsAsked, question_, &QuestionLine::setCounts);
    connect(reach_, &ReachRow::refused, this, &WhatIfPage::showProblem);
    connect(reach_, &ReachRow::allOffersAsked, this, [this] {
        charts_->setCurrentIndex(ChartViews::Offers);
    });
    connect(files_, &ScenarioFiles::failed, this, &WhatIfPage::showProblem);
    connect(base_button_, &StudyBaseButton::studyBaseAsked, this, &WhatIfPage::studyBaseAsked);
    connect(base_row_, &StudyBaseRow::measureAgainAsked, this, &WhatIfPage::measureAgainAsked);
    connect(base_row_, &StudyBaseRow::measureAloneAsked, this, &WhatIfPage::measureAloneAsked);
    connect(base_row_, &StudyBaseRow::measureHereAsked, this, &WhatIfPage::measureHereAsked);
    connect(base_row_, &StudyBaseRow::studyBaseAsked, this, &WhatIfPage::studyBaseAsked);
    connect(charts_->chooser(), &QComboBox::activated, this, [this](int view) {
        if (settings_ != nullptr) {
            settings_->setValue(kViewKey, view);
        }
    });
}

QAction* WhatIfPage::addAction(QHBoxLayout* row,
                               const char* icon_name,
                               const QString& text,
                               const QKeySequence& key,
                               const QString& tip,
                               const std::function<void()>& what) {
    QAction* action = keyActionOf(this, icon_name, text, key, tip, what);
    actions_ << action;
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(button);
    return action;
}

QWidget* WhatIfPage::makeTitleRow() {
    title_ = new ElidedEdit;
    title_->setFrame(false);
    title_->setFont(headingFont());
    title_->setPlaceholderText(tr("What if …"));
    title_->setAccessibleName(tr("Title"));
    connect(title_, &QLineEdit::textEdited, &document_, &ScenarioDocument::setTitle);
    auto* open = new QToolButton;
    open->setText(tr("&Open"));
    open->setToolTip(tr("Open a worked example, saved scenarios or a file"));
    open->setIcon(icon(QStringLiteral("open")));
    open->setMenu(files_->openMenu());
    auto* widget = new QWidget;
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(8, 3, 8, 1);
    row->addWidget(title_, 1);
    base_button_->setIcon(icon(QStringLiteral("device")));
    addMenuButton(row, base_button_);
    addMenuButton(row, open);
    addAction(row,
              "export",
              tr("Save"),
              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
              tr("Save the scenarios"),
              [this] { files_->askAndSave(false); });
    auto* more = new QMenu(this);
    more->addAction(tr("Save &as…"), files_, [this] { files_->askAndSave(true); });
    if (auto* button = qobject_cast<QToolButton*>(row->itemAt(row->count() - 1)->widget())) {
        button->setMenu(more);
        button->setPopupMode(QToolButton::MenuButtonPopup);
    }
    addAction(row,
              "copy",
              tr("Copy chart"),
              QKeySequence(int(Qt::CTRL) | int(Qt::SHIFT) | Qt::Key_C),
              tr("Copy the current chart as a picture, in light colours and with its source"),
              [this] { charts_->copyPicture(); });
    return widget;
}

QWidget* WhatIfPage::makeCardRow() {
    for (QAction* command : cards_->commands()) {
        QWidget::addAction(command);
        actions_ << command;
    }
    fold_ = new QToolButton;
    fold_->setText(tr("All &inputs"));
    fold_->setToolTip(tr("Show all answers and inputs of the scenarios in a table"));
    fold_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    fold_->setCheckable(true);
    fold_->setAutoRaise(true);
    fold_->setFocusPolicy(Qt::StrongFocus);
    connect(fold_, &QToolButton::toggled, this, [this](bool open) {
        setFolded(!open);
        if (settings_ != nullptr) {
            settings_->setValue(kOpenKey, open);
        }
    });
    auto* widget = new QWidget;
    auto* row = new WrapLayout(widget, 4);
    row->setContentsMargins(8, 0, 8, 0);
    row->addWidget(cards_);
    row->addWidget(charts_->chooser());
    row->addWidget(fold_);
    for (QWidget* control : charts_->controls()) {
        const bool shown = !control->isHidden();
        row->addWidget(control);
        control->setVisible(shown);
    }
    return widget;
}

void WhatIfPage::setFolded(bool folded) {
    tables_->setVisible(!folded);
    answer_->setWhole(!folded);
    fold_->setChecked(!folded);
    fold_->setArrowType(folded ? Qt::RightArrow : Qt::DownArrow);
}

void WhatIfPage::setCatalog(std::shared_ptr<const catalog::Catalog> catalog) {
    document_.setCatalog(std::move(catalog));
    search_->searchSoon();
}

void WhatIfPage::setCatalogFaults(const QStringList& faults) {
    charts_->catalogPanel()->setFaults(faults);
    if (!faults.isEmpty()) {
        showProblem(tr("Your own catalogue entries: %1").arg(faults.join(QStringLiteral("; "))));
    }
}

void WhatIfPage::setRunner(WorkRunner runner) {
    search_->setRunner(runner);
    charts_->nodesPanel()->setRunner(runner);
    charts_->waysPanel()->setRunner(runner);
    files_->setRunner(std::move(runner));
}

void WhatIfPage::setStudies(std::vector<StudyChoice> studies) {
    std::set<std::string> uuids;
    std::map<std::string, std::string> titles;
    for (const StudyChoice& study : studies) {
        uuids.insert(study.uuid);
        if (!study.title.isEmpty()) {
            titles[study.uuid] = study.name().toStdString();
        }
    }
    document_.setStudyTitles(std::move(titles));
    base_row_->setLibrary(std::move(uuids));
    base_button_->setStudies(std::move(studies));
}

void WhatIfPage::beginInsteadOfExample(whatif::ScenarioFile file) {
    const bool chosen = document_.undoStack()->count() > 0;
    document_.open(std::move(file), QString());
    if (!chosen) {  // nobody asked for the example: there is nothing to go back to
        document_.undoStack()->clear();
    }
}

void WhatIfPage::setStudyBase(const StudyBasePtr& study) {
    if (study && files_->isExample()) {  // its scenarios are of a system that is not this one
        beginInsteadOfExample({.base = {.name = whatif::kUnnamedBase}, .study_base = study});
        return;
    }
    document_.setStudyBase(study);
}

void WhatIfPage::setWays(const StudyOfWays& study, bool instead) {
    if (instead && files_->isExample()) {  // its scenarios are of a system that is not this one
        beginInsteadOfExample({.base = {.name = whatif::kUnnamedBase},
                               .ways_study = study,
                               .ways = firstWaysQuestion()});
    } else {
        // What was asked of another study is asked no more.
        const StudyOfWays& before = document_.file().ways_study;
        const bool same = before && before->uuid == study->uuid;
        document_.askWays(study,
                          same ? document_.file().ways : firstWaysQuestion(),
                          tr("Compare copying first, streaming and a cache"),
                          QString());
    }
    charts_->setCurrentIndex(ChartViews::Ways);
}

void WhatIfPage::showProblem(const QString& why) {
    notice_ = why;
    showProblems();
}

void WhatIfPage::showProblems() {
    QStringList lines{notice_, document_.problem()};
    lines.removeAll(QString());
    problem_->setText(lines.join(u'\n'));
    problem_->setVisible(!lines.isEmpty());
}

void WhatIfPage::refresh() {
    if (!title_->hasFocus() || !title_->isModified()) {
        title_->setText(shownTitle(document_));
        title_->setCursorPosition(0);  // the beginning of a long one is seen
    }
    const QString note = QString::fromStdString(document_.file().note).simplified();
    const QString says = note.isEmpty() ? tr("Type a title for these scenarios") : note;
    title_->setToolTip(QStringLiteral("<p><b>%1</b></p><p>%2</p>")
                           .arg(shownTitle(document_).toHtmlEscaped(), says.toHtmlEscaped()));
    // Of a base that is lost the row above says it whole.
    answer_->setSource(document_.file().lost_base.empty() ? charts_->backTestText() : QString());
    showProblems();
    files_->rememberSoon();
}

}  // namespace throughline::ui
