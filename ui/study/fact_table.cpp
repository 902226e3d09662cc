// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/fact_table.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/study/run_bar.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"
#include "ui/style/wrap_layout.h"

namespace throughline::ui {

namespace {

constexpr int kDetailLines = 6;
constexpr int kHeadLinesMax = 5;
constexpr int kHeadMarginPx = 40;    ///< with the marker
constexpr int kShareMax = 260;       ///< of the room, where there is more than the columns need
constexpr int kTitleWidthMax = 300;  ///< of names beside many columns
constexpr int kSearchCharacters = 14;
constexpr int kHeadStepPx = 20;
constexpr int kHeadGapPx = 6;

}  // namespace

FactTable::FactTable(RunSelection* runs, What what, QWidget* parent)
    : QWidget(parent),
      runs_(runs),
      what_(std::move(what)),
      search_(new QLineEdit),
      differences_(new QCheckBox(tr("&Differences only"))),
      bar_(new RunBar(runs)),
      view_(new QTableView),
      left_out_(new QLabel),
      empty_(new QLabel(what_.none)),
      details_(new QLabel),
      measure_(new QPushButton) {
    search_->setPlaceholderText(what_.searchWords);
    search_->setAccessibleName(what_.searchWords);
    search_->setClearButtonEnabled(true);
    search_->setMinimumWidth(fontMetrics().averageCharWidth() * kSearchCharacters);
    search_->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    search_->setToolTip(tr("Type words of a name, a key or an explanation, in any order"));
    differences_->setToolTip(tr("Hide what is the same or within noise (Alt+D)"));
    filter_.setSourceModel(&model_);
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& words) {
        filter_.setWords(words);
        if (filter_.rowCount() > 0) {
            goToTop();  // the best match; below stands what it is
        }
        showRows();
        fitColumns();  // other rows may have longer names
    });
    connect(differences_, &QCheckBox::toggled, this, &FactTable::filter);
    auto* copy_button = new QToolButton;
    copy_button->setIcon(icon(QStringLiteral("copy")));
    copy_button->setText(tr("Copy table"));
    copy_button->setToolTip(
        tr("Copy the whole table as tab-separated text, with plain numbers in the stated unit "
           "(Alt+C)"));
    copy_button->setShortcut(QKeySequence(Qt::ALT | Qt::Key_C));
    connect(copy_button, &QToolButton::clicked, this, [this] {
        copy();
        Q_EMIT said(tr("The table is copied."));
    });

    setUpView();
    left_out_->setWordWrap(true);
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    empty_->setForegroundRole(QPalette::PlaceholderText);

    auto* above = new WrapLayout(new QWidget, kHeadGapPx);
    search_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    above->addWidget(search_);
    above->addWidget(differences_);
    above->addWidget(bar_);
    above->addWidget(copy_button);
    auto* column = bareLayout<QVBoxLayout>(this);
    column->addWidget(above->parentWidget());
    column->addWidget(left_out_);
    column->addWidget(view_, 1);
    column->addWidget(empty_, 1);
    column->addWidget(makeDetails());
    connect(runs_, &RunSelection::changed, this, &FactTable::refresh);
    connect(ThemeNotifier::instance(), &ThemeNotifier::themeChanged, view_, [this] {
        view_->viewport()->update();
        view_->horizontalHeader()->viewport()->update();
    });
    refresh();
}

void FactTable::setUpView() {
    view_->setModel(&filter_);
    view_->setItemDelegate(new FactDelegate(view_));
    view_->setAccessibleName(what_.heading);
    view_->setAlternatingRowColors(true);
    view_->setShowGrid(false);
    view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view_->setTabKeyNavigation(false);
    view_->setWordWrap(false);
    view_->verticalHeader()->hide();
    view_->horizontalHeader()->setHighlightSections(false);
    view_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter |
                                                   Qt::Alignment(Qt::TextWordWrap));
    connect(view_->selectionModel(),
            &QItemSelectionModel::currentChanged,
            this,
            &FactTable::showDetails);
}

/// What the current cell is, and what would measure what it lacks.
QWidget* FactTable::makeDetails() {
    details_->setWordWrap(true);
    details_->setTextFormat(Qt::PlainText);
    details_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    details_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    details_->setFixedHeight(fontMetrics().lineSpacing() * kDetailLines);
    setInk(details_, &Theme::mutedText);
    measure_->setToolTip(tr("Measure what the current row lacks"));
    measure_->hide();
    connect(measure_, &QPushButton::clicked, this, &FactTable::act);
    // Not activated(): where a desktop activates by a single click, that click is to read the row.
    connect(view_, &QTableView::doubleClicked, this, &FactTable::act);
    view_->installEventFilter(this);
    auto* below = bareLayout<QHBoxLayout>(new QWidget, kHeadGapPx);
    below->addWidget(details_, 1);
    below->addWidget(measure_, 0, Qt::AlignTop);
    return below->parentWidget();
}

void FactTable::act() {
    const QString members = model_.membersOf(filter_.mapToSource(view_->currentIndex()).row());
    if (!members.isEmpty()) {
        search_->setText(members);
    } else if (const auto missing = missingHere()) {
        Q_EMIT measureAsked(missing->spec);
    }
}

bool FactTable::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            act();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void FactTable::goToTop() {
    view_->setCurrentIndex(filter_.index(0, std::min(1, filter_.columnCount() - 1)));
    view_->scrollToTop();
}

void FactTable::beginAnew() {
    search()->clear();
    goToTop();
}

void FactTable::copy() {
    QGuiApplication::clipboard()->setText(text());
}

void FactTable::refresh() {
    std::vector<FactModel::Column> columns;
    for (const RunSelection::Choice& one : runs_->columns()) {
        const ChosenStudy& study = runs_->studies()[one.study];
        const bool base = columns.empty() && runs_->isCompared();
        columns.push_back({.name = base ? tr("Baseline: %1").arg(one.name) : one.name,
                           .colourSlot = study.colourSlot,
                           .published = study.study->header.origin == record::Origin::Published});
    }
    const bool none = columns.empty();
    const std::size_t shown = runs_->studies().size();
    left_out_->setVisible(!none && runs_->leftOut() > 0);
    left_out_->setText(
        tr("The first %1 of %2 chosen studies stand here, as many as can be compared.")
            .arg(countText(static_cast<double>(shown)),
                 countText(static_cast<double>(shown + runs_->leftOut()))));
    const std::string key = model_.keyOf(filter_.mapToSource(view_->currentIndex()).row());
    const int column = view_->currentIndex().column();
    model_.setRows(
        what_.heading, std::move(columns), none ? std::vector<FactRow>() : what_.rows(*runs_));
    differences_->setEnabled(runs_->columns().size() > 1);
    filter();
    fitColumns();
    const QModelIndex again = filter_.mapFromSource(model_.index(model_.rowOf(key), 0));
    view_->setCurrentIndex(filter_.index(again.isValid() ? again.row() : 0,
                                         std::clamp(column, 0, model_.columnCount() - 1)));
    showDetails();
}

void FactTable::showRows() {
    const bool any = filter_.rowCount() > 0;
    if (!any && view_->hasFocus()) {
        search_->setFocus();  // a table that goes would hand the keyboard to whatever is next
    }
    view_->setVisible(any);
    details_->setVisible(any);
    empty_->setVisible(!any);
    empty_->setText(nothingText());
    if (any && !view_->currentIndex().isValid()) {
        view_->setCurrentIndex(filter_.index(0, std::min(1, filter_.columnCount() - 1)));
    }
    showDetails();
}

QString FactTable::nothingText() const {
    const QString words = search_->text().trimmed();
    if (runs_->columns().empty()) {
        return what_.none;
    }
    if (differences_->isEnabled() && differences_->isChecked()) {
        return words.isEmpty() ? tr("Nothing differs beyond noise.")
                               : tr("Nothing that differs contains “%1”.").arg(words);
    }
    return words.isEmpty() ? what_.nothing : what_.notFound.arg(words);
}

/// The tick stays while one column leaves nothing to compare.
void FactTable::filter() {
    filter_.setDifferencesOnly(differences_->isEnabled() && differences_->isChecked());
    showRows();
}

int FactTable::widthOfValues(int column) const {
    QStyleOptionViewItem option;
    option.initFrom(view_);
    int width = 0;
    for (int row = 0; row < filter_.rowCount(); ++row) {
        const QModelIndex cell = filter_.index(row, column);
        if (model_.has(filter_.mapToSource(cell).row(), column)) {
            width = std::max(width, view_->itemDelegate()->sizeHint(option, cell).width() + 1);
        }
    }
    return width;
}

void FactTable::fitColumns() {
    QHeaderView* header = view_->horizontalHeader();
    const int columns = model_.columnCount();
    std::vector<int> wanted;
    int left = view_->viewport()->width();
    for (int column = 0; column < columns; ++column) {
        wanted.push_back(static_cast<QAbstractItemView*>(view_)->sizeHintForColumn(column));
        left -= wanted.back();
    }
    // Reasons for what is not there are whole where there is room; below the table they always are.
    for (int column = 1; left < 0 && column < columns; ++column) {
        wanted[static_cast<std::size_t>(column)] = widthOfValues(column);
    }
    const auto widthOf = [&](int column) { return wanted[static_cast<std::size_t>(column)]; };
    // Names are cut only where values need the room.
    left = view_->viewport()->width();
    for (int column = 1; column < columns; ++column) {
        left -= std::max(widthOf(column), kShareMax);
    }
    const int title = std::min(widthOf(0), std::max(kTitleWidthMax, left));
    const int room = view_->viewport()->width() - title;
    view_->setColumnWidth(0, title);
    const QFontMetrics metrics = header->fontMetrics();
    int height = metrics.height();
    for (int column = 1; column < columns; ++column) {
        const int share = std::min(room / (columns - 1), kShareMax);
        const QString name = model_.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const auto headWith = [&](int width) {
            const QRect box(0, 0, width - kHeadMarginPx, metrics.height() * kHeadLinesMax);
            return metrics.boundingRect(box, Qt::TextWordWrap, name);
        };
        int width = std::max(widthOf(column), share);
        // A run is known by its whole name: where that has no room, the table is scrolled.
        while (width < kShareMax && (headWith(width).width() > width - kHeadMarginPx ||
                                     headWith(width).height() > metrics.height() * kHeadLinesMax)) {
            width = std::min(width + kHeadStepPx, kShareMax);
        }
        view_->setColumnWidth(column, width);
        height = std::max(height, headWith(width).height());
    }
    header->setFixedHeight(std::min(height, metrics.height() * kHeadLinesMax) +
                           metrics.height() / 2);
    const int line = view_->fontMetrics().height();
    view_->verticalHeader()->setDefaultSectionSize(line + line / 3);
}

void FactTable::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitColumns();
}

void FactTable::showDetails() {
    details_->setText(view_->currentIndex().data(FactModel::DetailsRole).toString());
    const QModelIndex row = filter_.mapToSource(view_->currentIndex());
    const auto missing = missingHere();
    const bool many = !model_.membersOf(row.row()).isEmpty();
    measure_->setVisible(missing || many);
    if (many) {
        measure_->setText(tr("Show &each"));
        measure_->setToolTip(tr("Show a row for each that the current row puts together (Alt+E)"));
    } else if (missing) {
        measure_->setText(missing->title);
        measure_->setToolTip(missing->tip);
    }
}

std::optional<MissingMeasurement> FactTable::missingHere() const {
    const QModelIndex at = filter_.mapToSource(view_->currentIndex());
    if (what_.measurement == nullptr || model_.keyOf(at.row()).empty()) {
        return std::nullopt;
    }
    const auto& columns = runs_->columns();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const bool meant = at.column() == 0 || static_cast<std::size_t>(at.column()) == i + 1;
        if (meant && !model_.has(at.row(), static_cast<int>(i) + 1)) {
            return model_.isBroughtByAllStages(at.row(), static_cast<int>(i) + 1)
                       ? what_.measurement(*runs_->studies()[columns[i].study].study)
                       : std::nullopt;
        }
    }
    return std::nullopt;
}

}  // namespace throughline::ui
