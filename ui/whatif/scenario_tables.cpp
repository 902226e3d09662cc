// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/scenario_tables.h"

#include <QCheckBox>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"
#include "ui/whatif/quantity_text.h"
#include "ui/whatif/scenario_delegates.h"

namespace throughline::ui {

namespace {
constexpr int kColumnChars = 15;    ///< at least: "12 345 … 67 890"
constexpr int kTitleCharsMin = 25;  ///< of a name; the rest is in the tooltip
constexpr int kTitleCharsMax = 36;
constexpr int kTitleMarginPx = 12;
}  // namespace

ScenarioTables::ScenarioTables(ScenarioDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      answer_model_(new AnswerTableModel(document, this)),
      input_model_(new InputTableModel(document, this)),
      answers_(new QTableView),
      inputs_(new QTableView),
      tabs_(new QTabWidget),
      strip_(new AdjustStrip(document)) {
    answers_->setModel(answer_model_);
    answers_->setItemDelegate(new AnswerDelegate(this));
    answers_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    answers_->setAccessibleName(tr("Predicted answers by scenario"));
    inputs_->setModel(input_model_);
    inputs_->setItemDelegate(new InputDelegate(document_, input_model_, this));
    inputs_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                             QAbstractItemView::AnyKeyPressed);
    inputs_->setAccessibleName(tr("Inputs by scenario"));
    inputs_->installEventFilter(this);
    for (QTableView* table : {answers_, inputs_}) {
        prepare(table);
    }
    for (const QTableView* table : {answers_, inputs_}) {
        connect(table->horizontalHeader(),
                &QHeaderView::sectionDoubleClicked,
                this,
                &ScenarioTables::renameAsked);
        connect(table->horizontalHeader(),
                &QHeaderView::sectionClicked,
                document_,
                &ScenarioDocument::choose);
    }
    connect(answers_->selectionModel(),
            &QItemSelectionModel::currentChanged,
            this,
            [this](const QModelIndex& index) { document_->choose(index.column()); });
    connect(inputs_->selectionModel(),
            &QItemSelectionModel::currentChanged,
            this,
            &ScenarioTables::takeCurrent);
    connect(input_model_, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        const QModelIndex now = inputs_->currentIndex();
        chosen_title_ = now.isValid() ? rowTitle(now.row()) : QString();
    });
    connect(input_model_, &QAbstractItemModel::modelReset, this, [this] {
        spanHeadings();
        fitTitles();
        chooseAgain();
    });
    connect(input_model_, &InputTableModel::refused, this, &ScenarioTables::refused);
    connect(strip_, &AdjustStrip::refused, this, &ScenarioTables::refused);

    QCheckBox* rare = makeTabs();
    auto* column = bareLayout<QVBoxLayout>(this, 0);
    column->addWidget(tabs_, 1);
    column->addWidget(rare);
    column->addWidget(strip_);
    alignTables();
    spanHeadings();
    connect(document_, &ScenarioDocument::changed, this, &ScenarioTables::hideEmptyAnswers);
    connect(document_, &ScenarioDocument::chosenChanged, this, &ScenarioTables::showChosen);
    hideEmptyAnswers();
}

/// The switch stands below them: beside them one would be cut in a narrow window.
QCheckBox* ScenarioTables::makeTabs() {
    auto* rare = new QCheckBox(tr("Sho&w rare inputs"));
    rare->setToolTip(tr("Show all inputs of the model, not just the common and changed ones"));
    connect(rare, &QCheckBox::toggled, input_model_, &InputTableModel::setAllShown);
    tabs_->addTab(inputs_, tr("Inputs"));
    tabs_->addTab(answers_, tr("Answers"));
    tabs_->setTabToolTip(Inputs, tr("Show what the scenarios are made of"));
    tabs_->setTabToolTip(Answers, tr("Show everything that the model says of the scenarios"));
    tabs_->setDocumentMode(true);
    tabs_->setUsesScrollButtons(false);  // both are read; the splitter gives them the room
    connect(tabs_, &QTabWidget::currentChanged, this, [this, rare](int tab) {
        rare->setVisible(tab == Inputs);
        strip_->setVisible(tab == Inputs);
    });
    return rare;
}

/// Most storage has no credits.
void ScenarioTables::hideEmptyAnswers() {
    const auto& answers = document_->answers().answers;
    const bool credits = std::ranges::any_of(
        answers, [](const auto& answer) { return answer.after_credits.has_value(); });
    answers_->setRowHidden(answer_model_->creditsRow(), !credits);
}

void ScenarioTables::prepare(QTableView* table) {
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->setFrameShape(QFrame::NoFrame);
    table->setTextElideMode(Qt::ElideRight);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table->horizontalHeader()->setSectionsClickable(true);
    table->horizontalHeader()->setHighlightSections(true);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter |
                                                   Qt::Alignment(Qt::TextWordWrap));
    table->horizontalHeader()->setFont(smallFont());
    table->horizontalHeader()->setFixedHeight(QFontMetrics(smallFont()).height() * 3 + 4);
}

void ScenarioTables::alignTables() {
    const int line = fontMetrics().height() + 6;
    for (QTableView* table : {answers_, inputs_}) {
        table->verticalHeader()->setDefaultSectionSize(line);
        table->horizontalHeader()->setMinimumSectionSize(fontMetrics().averageCharWidth() *
                                                         kColumnChars);
    }
    answers_->verticalHeader()->resizeSection(0, line * 3 / 2);
    fitTitles();
}

/// The names of the rows are whole where a column has room beside them; headings are bold.
void ScenarioTables::fitTitles() {
    QFont bold = font();
    bold.setBold(true);
    int wanted = 0;
    for (const QTableView* table : {answers_, inputs_}) {
        const QAbstractItemModel* rows = table->model();
        for (int row = 0; row < rows->rowCount(); ++row) {
            wanted = std::max(wanted,
                              QFontMetrics(bold).horizontalAdvance(
                                  rows->headerData(row, Qt::Vertical).toString()));
        }
    }
    const int character = fontMetrics().averageCharWidth();
    const int beside = inputs_->horizontalHeader()->minimumSectionSize() +
                       inputs_->verticalScrollBar()->sizeHint().width();
    const int room =
        std::clamp(width() - beside, character * kTitleCharsMin, character * kTitleCharsMax);
    for (QTableView* table : {answers_, inputs_}) {
        table->verticalHeader()->setFixedWidth(std::min(wanted + kTitleMarginPx, room));
    }
}

void ScenarioTables::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitTitles();
}

void ScenarioTables::spanHeadings() {
    inputs_->clearSpans();
    for (int row = 0; row < input_model_->rowCount(); ++row) {
        const InputRow& shown = input_model_->row(row);
        if (shown.isHeading() && input_model_->columnCount() > 1) {
            inputs_->setSpan(row, 0, 1, input_model_->columnCount());
        }
    }
    answers_->verticalHeader()->resizeSection(0, (fontMetrics().height() + 6) * 3 / 2);
}

QString ScenarioTables::rowTitle(int row) const {
    return input_model_->headerData(row, Qt::Vertical, Qt::DisplayRole).toString();
}

/// The row that was chosen before the table took another form, so that keys go on where they were.
void ScenarioTables::chooseAgain() {
    for (int row = 0; !chosen_title_.isEmpty() && row < input_model_->rowCount(); ++row) {
        if (rowTitle(row) == chosen_title_) {
            inputs_->setCurrentIndex(input_model_->index(row, document_->chosen()));
            return;
        }
    }
    showChosen();
}

void ScenarioTables::showChosen() {
    const QModelIndex now = inputs_->currentIndex();
    const int row = now.isValid() ? now.row() : input_model_->rowOf(model::Input::ImageBytes);
    inputs_->setCurrentIndex(input_model_->index(std::max(row, 0), document_->chosen()));
}

std::optional<model::Input> ScenarioTables::currentInput() const {
    const QModelIndex now = inputs_->currentIndex();
    return now.isValid() ? input_model_->row(now.row()).input : std::nullopt;
}

void ScenarioTables::takeCurrent(const QModelIndex& index) {
    if (!index.isValid()) {
        return;
    }
    document_->choose(index.column());
    strip_->setCell(index.column(), currentInput());
}

bool ScenarioTables::takeKey(int key) {
    const auto input = currentInput();
    if (!input) {
        return false;
    }
    if (key == Qt::Key_Delete || key == Qt::Key_Backspace) {
        document_->clearInput(document_->chosen(), *input);
        return true;
    }
    const bool up = key == Qt::Key_Plus || key == Qt::Key_Equal;
    if (!model::is_number(*input) || (!up && key != Qt::Key_Minus)) {
        return false;
    }
    const double value = model::number_of(document_->resolved(document_->chosen()).inputs, *input);
    document_->setInput(
        document_->chosen(), *input, steppedInput(*input, value, up ? 1 : -1, false));
    return true;
}

bool ScenarioTables::eventFilter(QObject* watched, QEvent* event) {
    if (watched == inputs_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool plain = (key->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) == 0;
        if (plain && takeKey(key->key())) {
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ScenarioTables::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    // Without a size the chosen column was the only one in sight.
    inputs_->horizontalScrollBar()->setValue(0);
}

void ScenarioTables::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange) {
        alignTables();
    }
    QWidget::changeEvent(event);
}

}  // namespace throughline::ui
