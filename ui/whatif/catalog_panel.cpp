// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/catalog_panel.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QScrollArea>
#include <QVBoxLayout>

#include "engine/base/format.h"
#include "engine/base/text.h"
#include "engine/catalog/gpu_rate.h"
#include "ui/bridge/paths.h"
#include "ui/style/number_input.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"
#include "ui/whatif/quantity_text.h"
#include "ui/whatif/words.h"

namespace throughline::ui {

namespace {

constexpr int kNameChars = 24;

/// A gap is a dash; the details have its reason.

QString cell(const catalog::Figure& figure, const char* unit) {
    return figure.value ? QString::fromStdString(format_quantity(*figure.value, unit)) : kDash;
}

QString gpusText(const catalog::Instance& instance) {
    if (instance.gpu.empty()) {
        return CatalogPanel::tr("no GPU");
    }
    return (instance.gpus.value ? figureText(*instance.gpus.value) : kDash) + u' ' +
           QString::fromStdString(instance.gpu);
}

QString dateOf(const catalog::Catalog& catalog, const std::vector<std::string>& sources) {
    const auto* source = sources.empty() ? nullptr : catalog.find_source(sources.front());
    if (source == nullptr || source->date.empty()) {
        return kDash;
    }
    // The details have what is said of it in brackets.
    return QString::fromStdString(source->date).section(QStringLiteral(" ("), 0, 0);
}

}  // namespace

CatalogPanel::CatalogPanel(ScenarioDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      filter_(new QLineEdit),
      table_(new QTableWidget(0, 5)),
      details_(new QLabel),
      faults_(new QLabel),
      use_(new QPushButton(tr("&Use in scenario"))) {
    filter_->setPlaceholderText(tr("Search the catalogue"));
    filter_->setAccessibleName(tr("Search the catalogue"));
    filter_->setToolTip(tr("Find entries that contain all of these words"));
    filter_->setClearButtonEnabled(true);
    table_->setHorizontalHeaderLabels(
        {tr("Name"), tr("Kind"), tr("Figure"), tr("Second figure"), tr("As of")});
    table_->setAccessibleName(tr("Catalogue"));
    makeReadOnly(table_);
    table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Interactive);
    table_->setColumnWidth(0, fontMetrics().averageCharWidth() * kNameChars);
    details_->setWordWrap(true);
    details_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    details_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    details_->setContentsMargins(4, 4, 4, 4);
    use_->setToolTip(
        tr("Fill in the inputs of the selected scenario from this entry (double-click)"));

    auto* top = new QHBoxLayout;
    top->addWidget(filter_, 1);
    top->addWidget(use_);
    auto* scroll = new QScrollArea;
    scroll->setWidget(details_);
    scroll->setWidgetResizable(true);
    auto* column = new QVBoxLayout(this);
    column->addLayout(top);
    column->addWidget(table_, 3);
    column->addWidget(scroll, 2);
    column->addWidget(makeOwnEntries());
    connect(filter_, &QLineEdit::textChanged, this, &CatalogPanel::fill);
    connect(table_, &QTableWidget::currentCellChanged, this, &CatalogPanel::showDetails);
    connect(table_, &QTableWidget::itemActivated, this, &CatalogPanel::useChosen);
    connect(use_, &QPushButton::clicked, this, &CatalogPanel::useChosen);
}

QWidget* CatalogPanel::makeOwnEntries() {
    auto* own = new QLabel(tr("Your own entries: JSON files of the same form in %1. They are read "
                              "again whenever one changes.")
                               .arg(ownEntriesFolder()));
    own->setWordWrap(true);
    own->setFont(smallFont());
    own->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* again = new QPushButton(tr("Rea&d again"));
    again->setToolTip(tr("Read the files of your own entries again"));
    connect(again, &QPushButton::clicked, this, &CatalogPanel::rereadAsked);
    faults_->setWordWrap(true);
    faults_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    faults_->setAccessibleName(tr("Problems in your own entries"));
    setInk(faults_, &Theme::error);
    faults_->hide();
    auto* widget = new QWidget;
    auto* grid = bareLayout<QGridLayout>(widget);
    grid->addWidget(own, 0, 0);
    grid->addWidget(again, 0, 1);
    grid->addWidget(faults_, 1, 0, 1, 2);
    grid->setColumnStretch(0, 1);
    return widget;
}

QString CatalogPanel::ownEntriesFolder() {
    return dataFolder() + QStringLiteral("/catalogue");
}

void CatalogPanel::setFaults(const QStringList& faults) {
    faults_->setText(faults.join(u'\n'));
    faults_->setVisible(!faults.isEmpty());
}

void CatalogPanel::refresh() {
    use_->setText(tr("&Use in “%1”").arg(document_->columnName(document_->chosen())));
    if (shown_ != document_->sharedCatalog()) {
        shown_ = document_->sharedCatalog();
        collect();
        fill();
    }
}

void CatalogPanel::collect() {
    entries_.clear();
    const auto text = [](const std::string& utf8) { return QString::fromStdString(utf8); };
    const auto add = [this](CatalogKind kind, const auto& entry, const QStringList& cells) {
        entries_.push_back({kind, entry.id, cells, search_text(entry)});
    };
    for (const auto& target : shown_->storage()) {
        add(CatalogKind::Storage,
            target,
            {text(target.name),
             tr("storage"),
             cell(target.read_bytes_per_s, "bytes/s"),
             cell(target.read_iops, "IOPS"),
             dateOf(*shown_, target.sources)});
    }
    for (const auto& instance : shown_->instances()) {
        const auto& usd = instance.usd_per_hour.value;
        add(CatalogKind::Instance,
            instance,
            {text(instance.id),
             tr("machine"),
             gpusText(instance),
             usd ? tr("$%1 per hour").arg(withMarks(QString::number(*usd, 'g', 4))) : kDash,
             instance.price_date.empty() ? kDash : text(instance.price_date)});
    }
    for (const auto& network : shown_->networks()) {
        add(CatalogKind::Network,
            network,
            {text(network.label),
             tr("model"),
             tr("%1 gradients").arg(cell(network.gradient_bytes, "bytes")),
             kDash,
             kDash});
    }
    for (const auto& link : shown_->links()) {
        add(CatalogKind::Link,
            link,
            {text(link.name),
             tr("link"),
             cell(link.line_bits_per_s, "bits/s"),
             kDash,
             dateOf(*shown_, link.sources)});
    }
    for (const auto& rate : all_gpu_rates(*shown_)) {
        const auto& eight = rate.images_per_s_8.value;
        add(CatalogKind::GpuRate,
            rate,
            {text(name_of(rate)),
             tr("GPU rate"),
             rate.images_per_s_1.value
                 ? tr("%1 images/s").arg(figureText(*rate.images_per_s_1.value))
                 : kDash,
             eight ? tr("eight: %1").arg(figureText(*eight)) : kDash,
             dateOf(*shown_, {rate.source})});
    }
}

void CatalogPanel::fill() {
    rows_.clear();
    const std::string words = filter_->text().toStdString();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        if (matches(entries_[i].search, words)) {
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
            table_->item(static_cast<int>(row), column)->setToolTip(entry.cells[column]);
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
        details_->setText(tr("No catalogue entry contains all of these words."));
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
        document_->setCatalogEntry(
            document_->chosen(), entry->kind, QString::fromStdString(entry->id));
    }
}

}  // namespace throughline::ui
