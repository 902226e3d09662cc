// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/offers_panel.h"

#include <QGridLayout>
#include <QHeaderView>

#include "ui/style/number_text.h"
#include "ui/style/widgets.h"
#include "ui/whatif/answer_table_model.h"
#include "ui/whatif/quantity_text.h"
#include "ui/whatif/words.h"

namespace throughline::ui {

namespace {

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

}  // namespace

OffersPanel::OffersPanel(ScenarioDocument* document, OfferSearch* search, QWidget* parent)
    : QWidget(parent),
      document_(document),
      search_(search),
      safe_(new QCheckBox(tr("Safe"))),
      again_(new QPushButton(tr("&Search"))),
      add_(new QPushButton(tr("&Add as scenario"))),
      summary_(new QLabel),
      offers_(new QTableWidget(0, 7)) {
    safe_->setToolTip(tr("Require that the lower end of the 90 % interval also reaches the rate"));
    again_->setToolTip(
        tr("Search the candidates of the file or, if it has none, the matching machines and "
           "storage of the catalogue"));
    add_->setToolTip(tr("Add the selected offer as a scenario (double-click)"));
    summary_->setWordWrap(true);
    offers_->setHorizontalHeaderLabels({tr("Configuration"),
                                        tr("Images/s"),
                                        tr("Per hour"),
                                        tr("Limited by"),
                                        tr("Per million images"),
                                        tr("90 % interval"),
                                        tr("Grade")});
    offers_->setAccessibleName(tr("Offers, cheapest first"));
    makeReadOnly(offers_);
    // A configuration has a machine, a kind of storage and what is bought of it: lines of its own.
    offers_->setWordWrap(true);
    offers_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    offers_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(8, 4, 8, 4);
    grid->addWidget(summary_, 0, 0);
    grid->addWidget(safe_, 0, 1);
    grid->addWidget(again_, 0, 2);
    grid->addWidget(add_, 0, 3);
    grid->addWidget(offers_, 1, 0, 1, 4);
    grid->setColumnStretch(0, 1);
    grid->setRowStretch(1, 1);
    connect(safe_, &QCheckBox::toggled, search_, &OfferSearch::setSafe);
    connect(again_, &QPushButton::clicked, search_, &OfferSearch::search);
    connect(add_, &QPushButton::clicked, this, &OffersPanel::addChosen);
    connect(offers_, &QTableWidget::itemActivated, this, &OffersPanel::addChosen);
    connect(offers_, &QTableWidget::currentCellChanged, this, &OffersPanel::allowAdd);
    connect(search_, &OfferSearch::changed, this, &OffersPanel::refresh);
    refresh();
}

void OffersPanel::fill() {
    const int chosen = offers_->currentRow();
    offers_->setRowCount(static_cast<int>(search_->offers().size()));
    int row = 0;
    for (const auto& offer : search_->offers()) {
        const auto& prediction = offer.answer.prediction;
        const auto& interval = offer.answer.interval;
        setRow(offers_,
               row++,
               {groupedBeforeUnits(QString::fromStdString(offer.candidate.name)),
                QStringLiteral("≈ ") +
                    predictedText(prediction.images_per_s(), offer.answer.graded.grade),
                prediction.job ? moneyText(prediction.job->all_usd_per_hour()) : kDash,
                prediction.bottleneck ? limitTitle(*prediction.bottleneck) : tr("nothing"),
                prediction.job ? moneyText(prediction.job->usd_per_million) : kDash,
                interval ? intervalText(*interval, offer.answer.graded.grade) : kDash,
                QLatin1String(name_of(offer.answer.graded.grade))},
               groupedBeforeUnits(
                   QString::fromStdString(offer.candidate.name + "\n" + offer.candidate.note)));
    }
    if (row > 0) {
        offers_->setCurrentCell(std::clamp(chosen, 0, row - 1), 0);
    }
}

void OffersPanel::refresh() {
    summary_->setText(search_->summary());
    fill();
    allowAdd();
}

void OffersPanel::allowAdd() {
    const auto& offers = search_->offers();
    const int row = offers_->currentRow();
    const bool chosen = row >= 0 && row < static_cast<int>(offers.size());
    add_->setEnabled(chosen &&
                     (canAdd(*document_) ||
                      columnLike(*document_, offers[static_cast<std::size_t>(row)].candidate)));
}

void OffersPanel::addChosen() {
    const int row = offers_->currentRow();
    if (row >= 0 && row < static_cast<int>(search_->offers().size())) {
        document_->addScenario(search_->offers()[static_cast<std::size_t>(row)].candidate);
    }
}

}  // namespace throughline::ui
