// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/whatif_page.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/run/this_machine.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"
#include "ui/whatif/catalog_panel.h"
#include "ui/whatif/quantity_text.h"

namespace throughline::ui {

namespace {
constexpr int kRememberMs = 1000;
constexpr int kBaseChars = 20;

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

}  // namespace

WhatIfPage::WhatIfPage(QWidget* parent) : QWidget(parent) {
    tables_ = new ScenarioTables(&document_);
    charts_ = new ChartTabs(&document_);
    problem_ = new QLabel;
    problem_->setWordWrap(true);
    problem_->setContentsMargins(8, 4, 8, 4);
    problem_->hide();
    caption_ = new QLabel;
    caption_->setContentsMargins(8, 2, 8, 4);
    caption_->setWordWrap(true);

    auto* split = new QSplitter(Qt::Horizontal);
    split->addWidget(tables_);
    split->addWidget(charts_);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    split->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeTitleRow());
    column->addWidget(makeToolRow());
    column->addWidget(problem_);
    column->addWidget(makeBaseRow());
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
    remember_timer_.setSingleShot(true);
    remember_timer_.setInterval(kRememberMs);
    connect(&remember_timer_, &QTimer::timeout, this, &WhatIfPage::remember);
    openLast();
}

WhatIfPage::~WhatIfPage() {
    remember();
    // They look at the document until they are gone.
    delete tables_;
    delete charts_;
}

QWidget* WhatIfPage::makeTitleRow() {
    title_ = new QLineEdit;
    title_->setFrame(false);
    title_->setFont(headingFont());
    title_->setPlaceholderText(tr("What if …"));
    title_->setToolTip(tr("Title of these scenarios"));
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

QWidget* WhatIfPage::makeBaseRow() {
    base_words_ = new QLabel;
    base_words_->setWordWrap(true);
    again_ = new QPushButton(tr("&Measure again"));
    again_->setToolTip(tr("Opens the measurement of the base with the same settings"));
    connect(again_, &QPushButton::clicked, this, [this] {
        if (const StudyBase* base = document_.studyBase(); base && !base->studies.empty()) {
            Q_EMIT measureAgainAsked(base->studies.front().uuid);
        }
    });
    base_row_ = new QWidget;
    auto* layout = new QHBoxLayout(base_row_);
    layout->setContentsMargins(8, 2, 8, 2);
    layout->addWidget(base_words_, 1);
    layout->addWidget(again_);
    base_row_->hide();
    return base_row_;
}

void WhatIfPage::showBase() {
    const StudyBase* base = document_.studyBase();
    QStringList lines;
    if (base != nullptr && base->calibration.disturbed) {
        lines << tr(
            "Other programs used the processors while the base was measured: its figures are "
            "too low by an unknown amount. Hence grade D and the wide intervals.");
    }
    QStringList gone;
    for (const auto& study : base == nullptr ? std::vector<whatif::BaseStudy>() : base->studies) {
        const bool there =
            std::any_of(studies_.begin(), studies_.end(), [&](const StudyChoice& choice) {
                return choice.uuid == study.uuid;
            });
        if (studies_known_ && !there) {
            gone << QString::fromStdString(study.title);
        }
    }
    if (!gone.isEmpty()) {
        lines << tr("The runs of %1 are not in the library: figures and grades stand as they were "
                    "saved and cannot be calibrated anew.")
                     .arg(gone.join(QStringLiteral(", ")));
    }
    base_words_->setText(lines.join(u' '));
    base_row_->setVisible(!lines.isEmpty());
    again_->setVisible(base != nullptr && base->calibration.disturbed && gone.isEmpty() &&
                       whatif::is_of(*base, run::this_machine()));
}

QToolButton* WhatIfPage::addMenuButton(QHBoxLayout* row,
                                       const QString& text,
                                       const QString& tip,
                                       QMenu* menu) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::StrongFocus);
    menu->setToolTipsVisible(true);
    row->addWidget(button);
    return button;
}

QAction* WhatIfPage::addAction(QHBoxLayout* row,
                               const char* icon_name,
                               const QString& text,
                               const QKeySequence& key,
                               const QString& tip,
                               std::function<void()> what) {
    auto* action = new QAction(icon(QLatin1String(icon_name)), text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(tr("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
    action->setStatusTip(tip);
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
    open_menu_ = new QMenu(this);
    base_menu_ = new QMenu(this);
    connect(open_menu_, &QMenu::aboutToShow, this, &WhatIfPage::fillOpenMenu);
    connect(base_menu_, &QMenu::aboutToShow, this, &WhatIfPage::fillBaseMenu);
    addMenuButton(
        row, tr("&Open"), tr("Worked examples of five studies, saved scenarios, files"), open_menu_)
        ->setIcon(icon(QStringLiteral("open")));
    addAction(row,
              "export",
              tr("Save"),
              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
              tr("Saves the scenarios"),
              [this] { askAndSave(false); });
    base_button_ = addMenuButton(
        row,
        tr("&Base"),
        tr("What the scenarios are changes of: typed-in figures, or what stored studies measured"),
        base_menu_);
    base_button_->setIcon(icon(QStringLiteral("device")));
    row->addStretch(1);
    addColumnActions(row);
    addAction(row,
              "copy",
              tr("Copy chart"),
              QKeySequence(int(Qt::CTRL) | int(Qt::SHIFT) | Qt::Key_C),
              tr("Copies the chart in front as a picture, light and with its source"),
              [this] { charts_->copyPicture(); });
    auto* all = new QCheckBox(tr("A&ll inputs"));
    all->setToolTip(
        tr("Shows all inputs of the model, not just the common ones and those changed"));
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
                     tr("Adds a scenario without changes; six at most"),
                     [this] { document_.duplicate(0); });
    duplicate_ = addAction(row,
                           "",
                           tr("Duplicate"),
                           QKeySequence(Qt::CTRL | Qt::Key_D),
                           tr("Copies the chosen scenario"),
                           [this] { document_.duplicate(tables_->currentColumn()); });
    rename_ = addAction(nullptr,
                        "",
                        tr("Rename scenario…"),
                        QKeySequence(Qt::SHIFT | Qt::Key_F2),
                        tr("Renames the chosen scenario"),
                        [this] { askAndRename(tables_->currentColumn()); });
    left_ = addAction(row,
                      "",
                      QStringLiteral("←"),
                      QKeySequence(key_mod | Qt::Key_Left),
                      tr("Moves the chosen scenario to the left"),
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
                  tr("Moves the chosen scenario to the right"),
                  [this] {
                      const int column = tables_->currentColumn();
                      document_.move(column, 1);
                      tables_->setCurrentColumn(std::min(column + 1, document_.columnCount() - 1));
                  });
    remove_ = addAction(row,
                        "delete",
                        tr("Remove"),
                        QKeySequence(key_mod | Qt::Key_Delete),
                        tr("Removes the chosen scenario; undo brings it back"),
                        [this] { document_.remove(tables_->currentColumn()); });
}

void WhatIfPage::setCatalog(std::shared_ptr<const catalog::Catalog> catalog) {
    document_.setCatalog(std::move(catalog));
}

void WhatIfPage::setCatalogFaults(const QStringList& faults) {
    charts_->catalogPanel()->setFaults(faults);
    if (!faults.isEmpty()) {
        showProblem(tr("Own entries of the catalogue: %1").arg(faults.join(QStringLiteral("; "))));
    }
}

void WhatIfPage::setRunner(WorkRunner runner) {
    charts_->findPanel()->setRunner(runner);
    runner_ = std::move(runner);
}

void WhatIfPage::setStudies(std::vector<StudyChoice> studies) {
    studies_ = std::move(studies);
    studies_known_ = true;
    showBase();
}

std::vector<std::int64_t> WhatIfPage::checkedStudies() const {
    std::vector<std::int64_t> checked;
    for (const auto& study : studies_) {
        if (study.checked) {
            checked.push_back(study.id);
        }
    }
    return checked;
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
    QPalette colours = problem_->palette();
    colours.setColor(QPalette::WindowText, currentTheme().error);
    problem_->setPalette(colours);
    problem_->setVisible(!lines.isEmpty());
}

void WhatIfPage::fillBaseMenu() {
    base_menu_->clear();
    QAction* typed = base_menu_->addAction(tr("Typed-in figures"), this, [this] {
        if (document_.studyBase() != nullptr || !document_.file().lost_base.empty()) {
            document_.setStudyBase(nullptr);
        }
    });
    typed->setCheckable(true);
    typed->setChecked(document_.studyBase() == nullptr && document_.file().lost_base.empty());
    base_menu_->addSection(tr("Calibrate on studies"));
    const std::vector<std::int64_t> checked = checkedStudies();
    QAction* together = base_menu_->addAction(
        tr("The %n checked studies together", nullptr, static_cast<int>(checked.size())),
        this,
        [this, checked] { Q_EMIT studyBaseAsked(checked); });
    together->setEnabled(!checked.empty());
    together->setToolTip(
        tr("Those with a tick in the list of studies: one may have measured "
           "storage, another the processor"));
    constexpr std::size_t kListed = 20;
    for (std::size_t i = 0; i < studies_.size() && i < kListed; ++i) {
        // Several studies of one data set often have one title.
        const QString text = studies_[i].when.isEmpty()
                                 ? studies_[i].title
                                 : tr("%1 · %2").arg(studies_[i].title, studies_[i].when);
        base_menu_->addAction(
            text, this, [this, id = studies_[i].id] { Q_EMIT studyBaseAsked({id}); });
    }
}

void WhatIfPage::refresh() {
    if (!title_->hasFocus()) {
        title_->setText(QString::fromStdString(document_.file().title));
        title_->setCursorPosition(0);  // the beginning of a long one is seen
    }
    const QString note = QString::fromStdString(document_.file().note).simplified();
    note_->setText(note);
    note_->setToolTip(QStringLiteral("<p>%1</p>").arg(note.toHtmlEscaped()));
    showBase();
    const StudyBase* study = document_.studyBase();
    base_button_->setText(
        study == nullptr
            ? tr("&Base: typed in")
            : tr("&Base: %1")
                  .arg(fontMetrics().elidedText(QString::fromStdString(study->title),
                                                Qt::ElideRight,
                                                fontMetrics().averageCharWidth() * kBaseChars)));
    base_button_->setToolTip(
        study == nullptr
            ? tr("What the scenarios are changes of: typed-in figures, or what stored studies "
                 "measured")
            : tr("Calibrated on %1")
                  .arg(QString::fromStdString(whatif::source_of(*study, run::this_machine()))));
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
    remember_timer_.start();
}

void WhatIfPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange ||
        event->type() == QEvent::ApplicationPaletteChange) {
        showProblems();
    }
    QWidget::changeEvent(event);
}

}  // namespace throughline::ui
