// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/catalog_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QScrollArea>
#include <QVBoxLayout>

#include "engine/base/format.h"
#include "ui/bridge/paths.h"
#include "ui/style/ui_style.h"

namespace throughline::ui {

namespace {

constexpr int kNameChars = 30;

/// A gap is a dash; the details have its reason.
QString cell(const catalog::Figure& figure, const char* unit) {
    return figure.value ? QString::fromStdString(format_quantity(*figure.value, unit))
                        : QStringLiteral("–");
}

QString dateOf(const catalog::Catalog& catalog, const std::vector<std::string>& sources) {
    const auto* source = sources.empty() ? nullptr : catalog.find_source(sources.front());
    return source == nullptr || source->date.empty() ? QStringLiteral("–")
                                                     : QString::fromStdString(source->date);
}

}  // namespace

CatalogPanel::CatalogPanel(ScenarioDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      filter_(new QLineEdit),
      table_(new QTableWidget(0, 5)),
      details_(new QLabel),
      use_(new QPushButton(tr("&Use in scenario"))) {
    filter_->setPlaceholderText(tr("Search: all of these words"));
    filter_->setAccessibleName(tr("Search the catalogue"));
    filter_->setToolTip(tr("Entries with all of these words anywhere"));
    filter_->setClearButtonEnabled(true);
    table_->setHorizontalHeaderLabels(
        {tr("Name"), tr("Kind"), tr("Reads or GPUs"), tr("IOPS or price"), tr("Source of")});
    table_->setAccessibleName(tr("Catalogue"));
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTabKeyNavigation(false);
    table_->setWordWrap(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Interactive);
    table_->setColumnWidth(0, fontMetrics().averageCharWidth() * kNameChars);
    details_->setWordWrap(true);
    details_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    details_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    details_->setContentsMargins(4, 4, 4, 4);
    use_->setToolTip(
        tr("Fills the inputs of the chosen scenario in from this entry (double click)"));

    auto* top = new QHBoxLayout;
    top->addWidget(filter_, 1);
    top->addWidget(use_);
    auto* scroll = new QScrollArea;
    scroll->setWidget(details_);
    scroll->setWidgetResizable(true);
    auto* own = new QLabel(tr("Own entries: JSON files of the same form in %1.")
                               .arg(dataFolder() + QStringLiteral("/catalogue")));
    own->setWordWrap(true);
    own->setFont(smallFont());
    own->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* column = new QVBoxLayout(this);
    column->addLayout(top);
    column->addWidget(table_, 3);
    column->addWidget(scroll, 2);
    column->addWidget(own);
    connect(filter_, &QLineEdit::textChanged, this, &CatalogPanel::fill);
    connect(table_, &QTableWidget::currentCellChanged, this, &CatalogPanel::showDetails);
    connect(table_, &QTableWidget::itemActivated, this, &CatalogPanel::useChosen);
    connect(use_, &QPushButton::clicked, this, &CatalogPanel::useChosen);
}

void CatalogPanel::setColumn(int column) {
    column_ = column;
    use_->setText(tr("&Use in “%1”")
                      .arg(document_->columnName(std::min(column_, document_->columnCount() - 1))));
}

void CatalogPanel::refresh() {
    setColumn(std::min(column_, document_->columnCount() - 1));
    if (shown_ != document_->sharedCatalog()) {
        shown_ = document_->sharedCatalog();
        collect();
        fill();
    }
}

void CatalogPanel::collect() {
    entries_.clear();
    for (const auto& target : shown_->storage()) {
        entries_.push_back({CatalogKind::Storage,
                            target.id,
                            {QString::fromStdString(target.name),
                             tr("storage"),
                             cell(target.read_bytes_per_s, "bytes/s"),
                             cell(target.read_iops, "1/s"),
                             dateOf(*shown_, target.sources)},
                            search_text(target)});
    }
    for (const auto& instance : shown_->instances()) {
        const QString price = instance.usd_per_hour.value
                                  ? tr("$%1 per hour").arg(*instance.usd_per_hour.value, 0, 'g', 4)
                                  : QStringLiteral("–");
        entries_.push_back(
            {CatalogKind::Instance,
             instance.id,
             {QString::fromStdString(instance.id),
              tr("machine"),
              QStringLiteral("%1 %2").arg(cell(instance.gpus, ""),
                                          QString::fromStdString(instance.gpu)),
              price,
              instance.price_date.empty() ? QStringLiteral("–")
                                          : QString::fromStdString(instance.price_date)},
             search_text(instance)});
    }
    for (const auto& network : shown_->networks()) {
        entries_.push_back({CatalogKind::Network,
                            network.id,
                            {QString::fromStdString(network.label),
                             tr("model"),
                             tr("%1 gradients").arg(cell(network.gradient_bytes, "bytes")),
                             QStringLiteral("–"),
                             QStringLiteral("–")},
                            search_text(network)});
    }
    for (const auto& link : shown_->links()) {
        entries_.push_back({CatalogKind::Link,
                            link.id,
                            {QString::fromStdString(link.name),
                             tr("link"),
                             cell(link.line_bits_per_s, "bits/s"),
                             QStringLiteral("–"),
                             dateOf(*shown_, link.sources)},
                            search_text(link)});
    }
}

void CatalogPanel::fill() {
    rows_.clear();
    const std::string words = filter_->text().toStdString();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        if (catalog::matches(entries_[i].search, words)) {
            rows_.push_back(i);
        }
    }
    table_->setRowCount(static_cast<int>(rows_.size()));
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        const Entry& entry = entries_[rows_[row]];
        for (int column = 0; column < entry.cells.size(); ++column) {
            table_->setItem(static_cast<int>(row),
                            column,
                            new QTableWidgetItem(entry.cells[column]));  // the table owns it
        }
    }
    if (!rows_.empty()) {
        table_->setCurrentCell(0, 0);
    }
    showDetails();
}

const CatalogPanel::Entry* CatalogPanel::chosen() const {
    const int row = table_->currentRow();
    return row >= 0 && row < static_cast<int>(rows_.size())
               ? &entries_[rows_[static_cast<std::size_t>(row)]]
               : nullptr;
}

void CatalogPanel::showDetails() {
    const Entry* entry = chosen();
    use_->setEnabled(entry != nullptr);
    if (entry == nullptr) {
        details_->setText(tr("Nothing in the catalogue has all of these words."));
        return;
    }
    QString text = catalogTip(*shown_, entry->kind, entry->id);
    if (const auto* target = shown_->find_storage(entry->id);
        target != nullptr && entry->kind == CatalogKind::Storage) {
        for (const auto& [label, remark] : target->remarks) {
            text += QStringLiteral("\n%1: %2")
                        .arg(QString::fromStdString(label), QString::fromStdString(remark));
        }
    }
    details_->setText(text);
}

void CatalogPanel::useChosen() {
    if (const Entry* entry = chosen()) {
        document_->setCatalogEntry(std::min(column_, document_->columnCount() - 1),
                                   entry->kind,
                                   QString::fromStdString(entry->id));
    }
}

}  // namespace throughline::ui
