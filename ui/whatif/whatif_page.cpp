// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/whatif_page.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QPainter>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <set>
#include <string>

#include "ui/style/icons.h"
#include "ui/style/key_action.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"
#include "ui/whatif/catalog_panel.h"

namespace throughline::ui {

namespace {

/// A line that ends with "…" where there is no room for all of it, however wide it becomes.
class ElidedLine : public QLabel {
protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        QPainter painter(this);
        painter.drawText(rect(),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(text(), Qt::ElideRight, width()));
    }
};

void addMenuButton(QHBoxLayout* row, QToolButton* button) {
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::StrongFocus);
    button->menu()->setToolTipsVisible(true);
    row->addWidget(button);
}

}  // namespace

WhatIfPage::WhatIfPage(QWidget* parent)
    : QWidget(parent),
      files_(new ScenarioFiles(&document_, this)),
      base_button_(new StudyBaseButton(&document_)),
      base_row_(new StudyBaseRow(&document_)) {
    tables_ = new ScenarioTables(&document_);
    charts_ = new ChartTabs(&document_);
    problem_ = new QLabel;
    problem_->setWordWrap(true);
    problem_->setContentsMargins(8, 4, 8, 4);
    problem_->hide();
    setInk(problem_, &Theme::error);
    caption_ = new QLabel;
    caption_->setContentsMargins(8, 2, 8, 4);
    caption_->setWordWrap(true);

    auto* split = new QSplitter(Qt::Horizontal);
    split->addWidget(tables_);
    split->addWidget(charts_);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    split->setChildrenCollapsible(false);
    auto* column = bareLayout<QVBoxLayout>(this, 0);
    column->addWidget(makeTitleRow());
    column->addWidget(makeToolRow());
    column->addWidget(problem_);
    column->addWidget(base_row_);
    column->addWidget(split, 1);
    column->addWidget(caption_);

    connect(&document_, &ScenarioDocument::changed, this, [this] {
        notice_.clear();
        refresh();
    });
    connect(tables_, &ScenarioTables::currentChanged, this, [this] {
        charts_->setColumn(tables_->currentColumn());
        refresh();
    });
    connect(tables_, &ScenarioTables::renameAsked, this, &WhatIfPage::askAndRename);
    connect(tables_, &ScenarioTables::refused, this, &WhatIfPage::showProblem);
    connect(files_, &ScenarioFiles::failed, this, &WhatIfPage::showProblem);
    connect(base_button_, &StudyBaseButton::studyBaseAsked, this, &WhatIfPage::studyBaseAsked);
    connect(base_row_, &StudyBaseRow::measureAgainAsked, this, &WhatIfPage::measureAgainAsked);
    files_->openLast();
}

WhatIfPage::~WhatIfPage() {
    files_->remember();
    // They look at the document until they are gone.
    delete tables_;
    delete charts_;
}

QWidget* WhatIfPage::makeTitleRow() {
    title_ = new QLineEdit;
    title_->setFrame(false);
    title_->setFont(headingFont());
    title_->setPlaceholderText(tr("What if …"));
    title_->setToolTip(tr("Type a title for these scenarios"));
    title_->setAccessibleName(tr("Title"));
    connect(title_, &QLineEdit::textEdited, &document_, &ScenarioDocument::setTitle);
    note_ = new ElidedLine;
    note_->setFont(smallFont());
    note_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(8, 6, 8, 0);
    layout->addWidget(title_, 4);
    layout->addWidget(note_, 3);
    return row;
}

QAction* WhatIfPage::addAction(QHBoxLayout* row,
                               const char* icon_name,
                               const QString& text,
                               const QKeySequence& key,
                               const QString& tip,
                               std::function<void()> what) {
    auto* action = keyAction(icon_name, text, {key}, tip, this);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, std::move(what));
    QWidget::addAction(action);
    actions_ << action;
    if (row != nullptr) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setToolButtonStyle(*icon_name == '\0' ? Qt::ToolButtonTextOnly
                                                      : Qt::ToolButtonTextBesideIcon);
        button->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(button);
    }
    return action;
}

QWidget* WhatIfPage::makeToolRow() {
    auto* widget = new QWidget;
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(8, 4, 8, 4);
    auto* open = new QToolButton;
    open->setText(tr("&Open"));
    open->setToolTip(tr("Open a worked example, saved scenarios or a file"));
    open->setIcon(icon(QStringLiteral("open")));
    open->setMenu(files_->openMenu());
    addMenuButton(row, open);
    addAction(row,
              "export",
              tr("Save"),
              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
              tr("Save the scenarios"),
              [this] { files_->askAndSave(false); });
    base_button_->setIcon(icon(QStringLiteral("device")));
    addMenuButton(row, base_button_);
    row->addStretch(1);
    addColumnActions(row);
    addAction(row,
              "copy",
              tr("Copy chart"),
              QKeySequence(int(Qt::CTRL) | int(Qt::SHIFT) | Qt::Key_C),
              tr("Copy the current chart as a picture, in light colours and with its source"),
              [this] { charts_->copyPicture(); });
    auto* all = new QCheckBox(tr("A&ll inputs"));
    all->setToolTip(tr("Show all inputs of the model, not just the common and changed ones"));
    connect(all, &QCheckBox::toggled, tables_->inputModel(), &InputTableModel::setAllShown);
    row->addWidget(all);
    return widget;
}

void WhatIfPage::addColumnActions(QHBoxLayout* row) {
    const int key_mod = int(Qt::CTRL) | int(Qt::SHIFT);
    add_ = addAction(row,
                     "",
                     tr("Add scenario"),
                     QKeySequence(key_mod | Qt::Key_N),
                     tr("Add a scenario without changes; six at most"),
                     [this] { document_.duplicate(0); });
    duplicate_ = addAction(row,
                           "",
                           tr("Duplicate"),
                           QKeySequence(Qt::CTRL | Qt::Key_D),
                           tr("Copy the selected scenario"),
                           [this] { document_.duplicate(tables_->currentColumn()); });
    rename_ = addAction(nullptr,
                        "",
                        tr("Rename scenario…"),
                        QKeySequence(Qt::SHIFT | Qt::Key_F2),
                        tr("Rename the selected scenario"),
                        [this] { askAndRename(tables_->currentColumn()); });
    left_ = addAction(row,
                      "",
                      QStringLiteral("←"),
                      QKeySequence(key_mod | Qt::Key_Left),
                      tr("Move the selected scenario to the left"),
                      [this] {
                          const int column = tables_->currentColumn();
                          document_.move(column, -1);
                          tables_->setCurrentColumn(std::max(column - 1, 1));
                      });
    right_ =
        addAction(row,
                  "",
                  QStringLiteral("→"),
                  QKeySequence(key_mod | Qt::Key_Right),
                  tr("Move the selected scenario to the right"),
                  [this] {
                      const int column = tables_->currentColumn();
                      document_.move(column, 1);
                      tables_->setCurrentColumn(std::min(column + 1, document_.columnCount() - 1));
                  });
    remove_ = addAction(row,
                        "delete",
                        tr("Remove"),
                        QKeySequence(key_mod | Qt::Key_Delete),
                        tr("Remove the selected scenario; undo brings it back"),
                        [this] { document_.remove(tables_->currentColumn()); });
}

void WhatIfPage::setCatalog(std::shared_ptr<const catalog::Catalog> catalog) {
    document_.setCatalog(std::move(catalog));
}

void WhatIfPage::setCatalogFaults(const QStringList& faults) {
    charts_->catalogPanel()->setFaults(faults);
    if (!faults.isEmpty()) {
        showProblem(tr("Your own catalogue entries: %1").arg(faults.join(QStringLiteral("; "))));
    }
}

void WhatIfPage::setRunner(WorkRunner runner) {
    charts_->findPanel()->setRunner(runner);
    files_->setRunner(std::move(runner));
}

void WhatIfPage::setStudies(std::vector<StudyChoice> studies) {
    std::set<std::string> uuids;
    for (const StudyChoice& study : studies) {
        uuids.insert(study.uuid);
    }
    base_row_->setLibrary(std::move(uuids));
    base_button_->setStudies(std::move(studies));
}

void WhatIfPage::setStudyBase(const StudyBasePtr& study) {
    document_.setStudyBase(study);
    charts_->setCurrentIndex(ChartTabs::BackTest);
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
    if (!title_->hasFocus()) {
        title_->setText(QString::fromStdString(document_.file().title));
        title_->setCursorPosition(0);  // the beginning of a long one is seen
    }
    const QString note = QString::fromStdString(document_.file().note).simplified();
    note_->setText(note);
    note_->setToolTip(QStringLiteral("<p>%1</p>").arg(note.toHtmlEscaped()));
    caption_->setText(tr("<i>Figures in italics are predicted by the model, not measured.</i> %1")
                          .arg(charts_->backTestText().toHtmlEscaped()));
    showProblems();
    const int column = tables_->currentColumn();
    add_->setEnabled(document_.canAdd());
    duplicate_->setEnabled(document_.canAdd());
    remove_->setEnabled(column > 0);
    rename_->setEnabled(column > 0);
    left_->setEnabled(column > 1);
    right_->setEnabled(column > 0 && column + 1 < document_.columnCount());
    files_->rememberSoon();
}

void WhatIfPage::askAndRename(int column) {
    if (column < 1 || column >= document_.columnCount()) {
        return;
    }
    bool taken = false;
    const QString name = QInputDialog::getText(this,
                                               tr("Rename scenario"),
                                               tr("Name:"),
                                               QLineEdit::Normal,
                                               document_.columnName(column),
                                               &taken);
    if (taken) {
        document_.rename(column, name);
    }
}

}  // namespace throughline::ui
