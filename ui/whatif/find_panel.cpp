// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/find_panel.h"

#include <QGridLayout>
#include <QGroupBox>
#include <QHeaderView>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/style/widgets.h"
#include "ui/whatif/answer_table_model.h"
#include "ui/whatif/quantity_text.h"
#include "ui/whatif/words.h"

namespace throughline::ui {

namespace {

using model::Input;

constexpr std::array kCountInputs{
    Input::Threads, Input::GpusPerNode, Input::Nodes, Input::StoUnits, Input::QueueDepth};

constexpr int kAnswerChars = 30;

QTableWidget* makeTable(const QStringList& columns, const QString& name, int name_chars) {
    auto* table = new QTableWidget(0, static_cast<int>(columns.size()));
    table->setHorizontalHeaderLabels(columns);
    table->setAccessibleName(name);
    makeReadOnly(table);
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 8);
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Interactive);
    table->setColumnWidth(0, table->fontMetrics().averageCharWidth() * name_chars);
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setMinimumSectionSize(table->fontMetrics().averageCharWidth() * 8);
    return table;
}

/// A row of predicted figures: italic, as everywhere.
void setRow(QTableWidget* table, int row, const QStringList& texts, const QString& tip) {
    for (int column = 0; column < texts.size(); ++column) {
        auto* item = new QTableWidgetItem(texts[column]);  // the table owns it
        item->setToolTip(tip);
        if (column > 0) {
            QFont font = item->font();
            font.setItalic(true);
            item->setFont(font);
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        }
        table->setItem(row, column, item);
    }
}

QString limitText(const std::optional<model::Limit>& limit) {
    return limit ? limitTitle(*limit) : FindPanel::tr("nothing");
}

}  // namespace

void runWork(const WorkRunner& runner,
             const std::function<void()>& work,
             const std::function<void()>& done) {
    if (runner) {
        runner(work, done);
    } else {
        work();
        done();
    }
}

FindPanel::FindPanel(ScenarioDocument* document, QWidget* parent)
    : QWidget(parent), document_(document) {
    auto* column = new QVBoxLayout(this);
    column->addWidget(makeSearch(), 3);
    column->addWidget(makeCounts(), 2);
}

QWidget* FindPanel::makeSearch() {
    auto* box = new QGroupBox(tr("The cheapest way to reach a rate"));
    target_ = new QLineEdit(QStringLiteral("10000"));
    target_->setAlignment(Qt::AlignRight);
    target_->setMaximumWidth(fontMetrics().averageCharWidth() * 14);
    target_->setToolTip(tr("Type the images per second to reach; 10k is 10,000"));
    target_->setAccessibleName(tr("Images per second to reach"));
    safe_ = new QCheckBox(tr("safe"));
    safe_->setToolTip(tr("Require that the lower end of the 90 % interval also reaches the rate"));
    search_ = new QPushButton(tr("&Search"));
    search_->setToolTip(
        tr("Search the candidates of the file or, if it has none, the matching machines and "
           "storage of the catalogue"));
    add_ = new QPushButton(tr("&Add as scenario"));
    add_->setToolTip(tr("Add the selected offer as a scenario (double-click)"));
    summary_ = new QLabel(tr("Prices are list prices; the catalogue gives their dates."));
    summary_->setWordWrap(true);
    offer_table_ = makeTable({tr("Configuration"),
                              tr("Images/s"),
                              tr("Per hour"),
                              tr("Limited by"),
                              tr("Per million images"),
                              tr("90 % interval"),
                              tr("Grade")},
                             tr("Offers, cheapest first"),
                             kAnswerChars);
    // A configuration has a machine, a kind of storage and what is bought of it: lines of its own.
    offer_table_->setWordWrap(true);
    offer_table_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    auto* grid = new QGridLayout(box);
    auto* label = new QLabel(tr("&Images/s"));
    label->setBuddy(target_);
    grid->addWidget(label, 0, 0);
    grid->addWidget(target_, 0, 1);
    grid->addWidget(safe_, 0, 2);
    grid->addWidget(search_, 0, 3);
    grid->setColumnStretch(4, 1);
    grid->addWidget(add_, 0, 5);
    grid->addWidget(summary_, 1, 0, 1, 6);
    grid->addWidget(offer_table_, 2, 0, 1, 6);
    grid->setRowStretch(2, 1);
    connect(target_, &QLineEdit::textChanged, this, &FindPanel::fillCounts);
    connect(target_, &QLineEdit::returnPressed, this, &FindPanel::search);
    connect(search_, &QPushButton::clicked, this, &FindPanel::search);
    connect(add_, &QPushButton::clicked, this, &FindPanel::addChosen);
    connect(offer_table_, &QTableWidget::itemActivated, this, &FindPanel::addChosen);
    return box;
}

QWidget* FindPanel::makeCounts() {
    auto* box = new QGroupBox(tr("How many does it take?"));
    input_ = new QComboBox;
    for (const Input input : kCountInputs) {
        input_->addItem(inputTitle(input), static_cast<int>(input));
    }
    input_->setToolTip(tr("Choose what to increase until the rate above is reached"));
    input_->setAccessibleName(tr("Input to increase"));
    use_ = new QPushButton(tr("Se&t in scenario"));
    use_->setToolTip(tr("Set the selected scenario to this count"));
    count_table_ = makeTable(
        {tr("Scenario"), tr("Now"), tr("Needed"), tr("Images/s then"), tr("Limited by then")},
        tr("Count needed by each scenario"),
        kAnswerChars / 2);
    auto* grid = new QGridLayout(box);
    grid->addWidget(input_, 0, 0);
    grid->setColumnStretch(1, 1);
    grid->addWidget(use_, 0, 2);
    grid->addWidget(count_table_, 1, 0, 1, 3);
    connect(input_, &QComboBox::currentIndexChanged, this, &FindPanel::fillCounts);
    connect(use_, &QPushButton::clicked, this, &FindPanel::useCount);
    return box;
}

std::optional<double> FindPanel::target() const {
    const auto value = parseInput(Input::GpuRate, target_->text());
    if (!value || !std::isfinite(std::get<double>(*value))) {
        return std::nullopt;
    }
    return std::get<double>(*value);
}

void FindPanel::search() {
    const auto wanted = target();
    if (!wanted || searching_) {
        summary_->setText(wanted ? tr("Searching…")
                                 : tr("Type the images per second to reach, such as 10000."));
        return;
    }
    // Everything that the work needs goes with it: the document may change meanwhile.
    struct Search {
        whatif::ScenarioFile file;
        Candidates candidates;
        whatif::Resolved start;
        std::shared_ptr<const catalog::Catalog> catalog;
        whatif::Questions questions;
        std::optional<Result<whatif::WhatIf>> found;
    };
    auto search = std::make_shared<Search>(
        Search{.file = document_->file(),
               .candidates = document_->candidates(),
               .start = document_->start(),
               .catalog = document_->sharedCatalog(),
               .questions = {.cheapest = wanted, .safe = safe_->isChecked()},
               .found = {}});
    search->file.scenarios.clear();
    asked_ = {document_->file().base, document_->studyBase()};
    searching_ = true;
    summary_->setText(tr("Searching…"));
    const auto work = [search] {
        search->file.candidates = *search->candidates;
        search->found =
            whatif::evaluate(search->file, search->start, *search->catalog, search->questions);
    };
    const auto done = [this, search] {
        searching_ = false;
        take(*search->found, search->questions.safe);
    };
    runWork(runner_, work, done);
}

void FindPanel::take(const Result<whatif::WhatIf>& found, bool safe) {
    found_ = found ? *found : whatif::WhatIf();  // what was found before is none of this search
    summary_text_ =
        !found ? QString::fromStdString(found.error().what)
               : (found_.from_catalog
                      ? tr("%1 of %2 machines with storage from the catalogue reach ≈ %3 images/s.")
                      : tr("%1 of %2 candidates from the file reach ≈ %3 images/s."))
                     .arg(found_.matches)
                     .arg(found_.candidates)
                     .arg(figureText(*found_.target));
    if (found && safe) {
        summary_text_ += u' ' + tr("They do so even at the lower end of their 90 % intervals.");
    }
    fillOffers();
    refresh();
    Q_EMIT searched();
}

void FindPanel::fillOffers() {
    offer_table_->setRowCount(static_cast<int>(found_.offers.size()));
    int row = 0;
    for (const auto& offer : found_.offers) {
        const auto& prediction = offer.answer.prediction;
        const auto& interval = offer.answer.interval;
        setRow(offer_table_,
               row++,
               {QString::fromStdString(offer.candidate.name),
                QStringLiteral("≈ ") + figureText(prediction.images_per_s()),
                prediction.job ? moneyText(prediction.job->usd_per_hour) : QStringLiteral("–"),
                limitText(prediction.bottleneck),
                prediction.job ? moneyText(prediction.job->usd_per_million) : QStringLiteral("–"),
                interval ? intervalText(*interval) : QStringLiteral("–"),
                QLatin1String(name_of(offer.answer.graded.grade))},
               QString::fromStdString(offer.candidate.name + "\n" + offer.candidate.note));
    }
    if (!found_.offers.empty()) {
        offer_table_->setCurrentCell(0, 0);
    }
    add_->setEnabled(!found_.offers.empty() && document_->canAdd());
}

void FindPanel::refresh() {
    if (!summary_text_.isEmpty() && !searching_) {
        const bool stale = !found_.offers.empty() &&
                           asked_ != Asked(document_->file().base, document_->studyBase());
        summary_->setText(stale ? summary_text_ + u' ' +
                                      tr("The base has changed since then; search again.")
                                : summary_text_);
    }
    add_->setEnabled(!found_.offers.empty() && document_->canAdd());
    fillCounts();
}

void FindPanel::fillCounts() {
    const auto wanted = target();
    const auto input = static_cast<Input>(input_->currentData().toInt());
    const int chosen = count_table_->currentRow();
    count_table_->setRowCount(wanted ? document_->columnCount() : 0);
    for (int column = 0; wanted && column < document_->columnCount(); ++column) {
        if (!document_->isAnswered(column)) {
            setRow(count_table_,
                   column,
                   {document_->columnName(column), kDash, kDash, kDash, kDash},
                   document_->problemOf(column));
            continue;
        }
        const auto& inputs = document_->resolved(column).inputs;
        const auto enough = model::enough_for(inputs, input, *wanted);
        setRow(count_table_,
               column,
               {document_->columnName(column),
                figureText(model::number_of(inputs, input), 6),
                enough.reaches_target ? figureText(enough.count, 6) : tr("no number is enough"),
                QStringLiteral("≈ ") + figureText(enough.images_per_s),
                limitText(enough.bottleneck)},
               enough.reaches_target
                   ? QString()
                   : tr("From %1 on, the rate stays at %2 images/s")
                         .arg(figureText(enough.count, 6), figureText(enough.images_per_s)));
    }
    if (count_table_->rowCount() > 0) {
        count_table_->setCurrentCell(std::clamp(chosen, 0, count_table_->rowCount() - 1), 0);
    }
    use_->setEnabled(wanted.has_value());
}

void FindPanel::addChosen() {
    const int row = offer_table_->currentRow();
    if (row >= 0 && row < static_cast<int>(found_.offers.size())) {
        document_->addScenario(found_.offers[static_cast<std::size_t>(row)].candidate);
    }
}

void FindPanel::useCount() {
    const int column = count_table_->currentRow();
    const auto wanted = target();
    if (!wanted || column < 0 || column >= document_->columnCount() ||
        !document_->isAnswered(column)) {
        return;
    }
    const auto input = static_cast<Input>(input_->currentData().toInt());
    const auto enough = model::enough_for(document_->resolved(column).inputs, input, *wanted);
    document_->setInput(column, input, enough.count);
}

}  // namespace throughline::ui
