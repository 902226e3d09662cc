// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/csv_mapping_dialog.h"

#include <QCompleter>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLineEdit>
#include <QVBoxLayout>
#include <cmath>

#include "engine/base/file_descriptor.h"
#include "engine/importers/read/csv_guess.h"
#include "engine/metrics/registry.h"
#include "ui/bridge/error_text.h"
#include "ui/style/icons.h"
#include "ui/style/said.h"

namespace throughline::ui {

namespace {

constexpr std::size_t kPreviewRows = 4;
constexpr auto kIgnore = "ignore";
constexpr auto kTime = "time";
enum MappingColumn {
    kName,
    kFirst,
    kWhat = kFirst + static_cast<int>(kPreviewRows),
    kUnit,
    kColumns
};

/// Everything a column may be: nothing, the times, settings, figures.
QComboBox* makeMeanings() {
    auto* box = new QComboBox;
    box->addItem(CsvMappingDialog::tr("– leave out"), QString::fromLatin1(kIgnore));
    box->addItem(CsvMappingDialog::tr("Time"), QString::fromLatin1(kTime));
    for (const auto kind : {metrics::Kind::Measured, metrics::Kind::Condition}) {
        box->insertSeparator(box->count());
        for (const metrics::MetricInfo& info : metrics::all_metrics()) {
            if (info.kind == kind) {
                box->addItem(said(info.title), QString::fromLatin1(info.id));
                box->setItemData(
                    box->count() - 1,
                    QStringLiteral("%1\n%2").arg(said(info.meaning), QString::fromLatin1(info.id)),
                    Qt::ToolTipRole);
            }
        }
    }
    box->setEditable(true);  // typing finds: there are some two hundred
    box->setInsertPolicy(QComboBox::NoInsert);
    box->completer()->setCompletionMode(QCompleter::PopupCompletion);
    box->completer()->setFilterMode(Qt::MatchContains);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(24);
    return box;
}

}  // namespace

CsvMappingDialog::CsvMappingDialog(LibraryService* library, const QString& path, QWidget* parent)
    : QDialog(parent), path_(path) {
    setWindowTitle(tr("Assign columns"));
    build();
    library->query<importers::CsvPreview>(
        this,
        [file = path.toStdString()](store::Library&) {
            return importers::preview_csv(file, kPreviewRows);
        },
        [this](Result<importers::CsvPreview> preview) { take(std::move(preview)); });
}

void CsvMappingDialog::build() {
    auto* column = new QVBoxLayout(this);
    words_ = new QLabel(
        tr("%1 is a plain table. Assign its columns and their units. With a time column, the rows "
           "are samples of one run; without one, each row is a run with its settings. The "
           "assignment is remembered for tables with the same header.")
            .arg(QFileInfo(path_).fileName()));
    words_->setWordWrap(true);
    column->addWidget(words_);
    table_ = new QTableWidget(0, kColumns);
    QStringList heads{tr("Column")};
    for (std::size_t row = 1; row <= kPreviewRows; ++row) {
        heads << tr("Row %1").arg(row);
    }
    heads << tr("Quantity") << tr("Unit");
    table_->setHorizontalHeaderLabels(heads);
    table_->verticalHeader()->hide();
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionMode(QAbstractItemView::NoSelection);
    table_->setAccessibleName(tr("Columns of the table"));
    table_->horizontalHeader()->setSectionResizeMode(kName, QHeaderView::Stretch);
    column->addWidget(table_, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
    save_ = buttons->addButton(tr("&Save mapping…"), QDialogButtonBox::ActionRole);
    save_->setToolTip(
        tr("Save the mapping to a file for throughline-engine import --mapping (Alt+S)"));
    save_->setIcon(icon(QStringLiteral("save")));
    save_->setAutoDefault(false);
    ok_ = buttons->addButton(tr("&Import"), QDialogButtonBox::AcceptRole);
    ok_->setToolTip(tr("Import the table and remember the assignment (Alt+I)"));
    ok_->setDefault(true);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(ok_, &QPushButton::clicked, this, [this] {
        Q_EMIT mapped(mapping());
        accept();
    });
    connect(save_, &QPushButton::clicked, this, [this] {
        const QString file = QFileDialog::getSaveFileName(this,
                                                          tr("Save mapping"),
                                                          path_ + QStringLiteral(".mapping.json"),
                                                          tr("Mappings (*.json)"));
        if (!file.isEmpty()) {
            save(file);
        }
    });
    updateButtons();
    resize(fontMetrics().averageCharWidth() * 150, fontMetrics().height() * 26);
}

void CsvMappingDialog::save(const QString& path) {
    const auto written =
        write_file_atomically(path.toStdString(), importers::csv_mapping_json(mapping()));
    words_->setText(written ? tr("Saved as %1.").arg(path) : errorText(written.error()));
}

void CsvMappingDialog::take(Result<importers::CsvPreview> preview) {
    if (!preview) {
        words_->setText(errorText(preview.error()));
        return;
    }
    table_->setRowCount(static_cast<int>(preview->header.size()));
    for (std::size_t column = 0; column < preview->header.size(); ++column) {
        addColumn(static_cast<int>(column), *preview);
    }
    for (int column = kFirst; column < kColumns; ++column) {
        table_->resizeColumnToContents(column);
    }
    table_->setColumnWidth(kWhat, fontMetrics().averageCharWidth() * 34);
    table_->setColumnWidth(kUnit, fontMetrics().averageCharWidth() * 14);
    for (std::size_t row = preview->rows.size(); row < kPreviewRows; ++row) {
        table_->setColumnHidden(kFirst + static_cast<int>(row), true);
    }
    table_->resizeRowsToContents();
    updateButtons();
    ok_->setDefault(true);
    if (!lines_.empty()) {
        lines_.front().what->setFocus();
    }
    Q_EMIT loaded();
}

void CsvMappingDialog::addColumn(int row, const importers::CsvPreview& preview) {
    const auto index = static_cast<std::size_t>(row);
    Line line{preview.header[index], makeMeanings(), new QComboBox};
    auto* name = new QTableWidgetItem(QString::fromStdString(line.column));
    name->setToolTip(name->text());
    table_->setItem(row, kName, name);
    for (std::size_t i = 0; i < preview.rows.size(); ++i) {
        auto* cell = new QTableWidgetItem(index < preview.rows[i].size()
                                              ? QString::fromStdString(preview.rows[i][index])
                                              : QString());
        cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        table_->setItem(row, kFirst + static_cast<int>(i), cell);
    }
    line.what->setAccessibleName(tr("Quantity of %1").arg(QString::fromStdString(line.column)));
    line.what->setToolTip(tr("Choose the quantity in this column; type to find it"));
    line.unit->setAccessibleName(tr("Unit of %1").arg(QString::fromStdString(line.column)));
    line.unit->setToolTip(tr("Choose the unit used in the file"));
    table_->setCellWidget(row, kWhat, line.what);
    table_->setCellWidget(row, kUnit, line.unit);
    lines_.push_back(line);
    const auto guess = importers::guess_csv_column(line.column);
    const auto target = importers::parse_csv_target(line.column, guess.target);
    const bool time = target && target->role == importers::CsvTarget::Role::Time;
    const bool known = target && !target->key.empty();
    // Two columns cannot be the same quantity: the first one that looks like it has it.
    const QString key = time    ? QString::fromLatin1(kTime)
                        : known ? QString::fromStdString(metrics::parse_metric_key(target->key).id)
                                : QString::fromLatin1(kIgnore);
    const bool taken = key != QLatin1String(kIgnore) &&
                       std::any_of(lines_.begin(), lines_.end() - 1, [&](const Line& other) {
                           return other.what->currentData().toString() == key;
                       });
    line.what->setCurrentIndex(taken ? 0 : std::max(0, line.what->findData(key)));
    fillUnits(line, known || time ? target->factor : 1.0);
    connect(line.what, &QComboBox::currentIndexChanged, this, [this, line] {
        fillUnits(line, 1.0);
        updateButtons();
    });
}

void CsvMappingDialog::fillUnits(const Line& line, double factor) {
    line.unit->clear();
    const std::string key = line.what->currentData().toString().toStdString();
    const auto* const info = metrics::find_metric(key);
    if (key == kTime || (info != nullptr && info->kind == metrics::Kind::Measured)) {
        const std::string_view stored = info == nullptr ? "s" : info->unit;
        for (const importers::CsvUnit& unit : importers::csv_units_for(stored)) {
            line.unit->addItem(QString::fromUtf8(unit.name), unit.factor);
            if (std::abs(unit.factor - factor) < 1e-9 * factor) {
                line.unit->setCurrentIndex(line.unit->count() - 1);
            }
        }
        if (line.unit->count() == 0) {  // nothing to choose
            line.unit->addItem(stored == "1" ? tr("number") : QString::fromUtf8(info->unit), 1.0);
        }
    } else if (info != nullptr) {
        const std::string_view stored = info->unit;
        line.unit->addItem(stored == "text" ? tr("text")
                           : stored == "1"  ? tr("number")
                                            : QString::fromUtf8(info->unit),
                           1.0);
    }
    line.unit->setEnabled(line.unit->count() > 1);
}

std::string CsvMappingDialog::targetOf(const Line& line) const {
    const std::string key = line.what->currentData().toString().toStdString();
    const double factor = line.unit->currentData().toDouble();
    return factor == 0.0 || factor == 1.0
               ? key
               : key + '*' + QString::number(factor, 'g', 15).toStdString();
}

importers::CsvMapping CsvMappingDialog::mapping() const {
    importers::CsvMapping mapping;
    for (const Line& line : lines_) {
        mapping.columns.emplace_back(line.column, targetOf(line));
    }
    return mapping;
}

void CsvMappingDialog::updateButtons() {
    const bool any = std::ranges::any_of(lines_, [](const Line& line) {
        const auto* const info =
            metrics::find_metric(line.what->currentData().toString().toStdString());
        return info != nullptr && info->kind == metrics::Kind::Measured;
    });
    ok_->setEnabled(any);
    save_->setEnabled(any);
}

}  // namespace throughline::ui
