// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/input_table_model.h"

#include <QFont>
#include <algorithm>

#include "ui/style/theme.h"
#include "ui/whatif/quantity_text.h"

namespace throughline::ui {

namespace {

using model::Input;

InputRow heading(const char* text) {
    return {.heading = InputTableModel::tr(text)};
}
InputRow entry(CatalogKind kind) {
    return {.entry = kind};
}
InputRow common(Input input) {
    return {.input = input};
}
InputRow rare(Input input) {
    return {.input = input, .common = false};
}

/// Every input once, in the order in which a pipeline is thought of.
std::vector<InputRow> allRows() {
    return {heading(QT_TR_NOOP("Data")),
            common(Input::ImageBytes),
            common(Input::ImagesPerEpoch),
            common(Input::Format),
            common(Input::Access),
            rare(Input::RequestBytes),
            rare(Input::MetaOps),
            rare(Input::ReadAmplification),
            rare(Input::TensorBytes),
            rare(Input::Warm),
            heading(QT_TR_NOOP("Storage")),
            entry(CatalogKind::Storage),
            common(Input::StoBw),
            common(Input::StoIops),
            common(Input::StoUnits),
            common(Input::StoLatency),
            common(Input::QueueDepth),
            rare(Input::StoMaxIoBytes),
            rare(Input::StoConnBw),
            rare(Input::StoEfficiency),
            rare(Input::StoShared),
            rare(Input::StoRemote),
            rare(Input::ClientBw),
            rare(Input::ClientIops),
            common(Input::CacheBytes),
            common(Input::CachePolicy),
            rare(Input::CacheSharded),
            rare(Input::CacheMix),
            heading(QT_TR_NOOP("Computer")),
            entry(CatalogKind::Instance),
            common(Input::Threads),
            common(Input::Cores),
            common(Input::CpuSecondsPerImage),
            rare(Input::CpuSigma),
            rare(Input::CpuKappa),
            heading(QT_TR_NOOP("GPUs and network")),
            entry(CatalogKind::Network),
            common(Input::Nodes),
            common(Input::GpusPerNode),
            common(Input::GpuRate),
            rare(Input::GpuSigma),
            rare(Input::GpuKappa),
            common(Input::BatchPerGpu),
            rare(Input::PrefetchBatches),
            rare(Input::VariabilityC2),
            rare(Input::H2dBw),
            entry(CatalogKind::Link),
            common(Input::LinkBps),
            rare(Input::LinkEfficiency),
            rare(Input::GradBytes),
            rare(Input::AllReduce),
            rare(Input::Overlap),
            rare(Input::HopLatency),
            rare(Input::PsNodes),
            rare(Input::PsLinkBps),
            heading(QT_TR_NOOP("Job and prices")),
            common(Input::Epochs),
            rare(Input::ValidationImages),
            rare(Input::ValidationRateFactor),
            rare(Input::CheckpointBytes),
            rare(Input::CheckpointBw),
            common(Input::StageInBw),
            common(Input::NodeUsdPerHour),
            common(Input::StoUsdPerMonth),
            rare(Input::UsdPerRequest),
            rare(Input::UsdPerGbRead),
            rare(Input::GpuPriceShare)};
}

QString entryTitle(CatalogKind kind) {
    switch (kind) {
        case CatalogKind::Storage:
            return InputTableModel::tr("Storage, catalogue");
        case CatalogKind::Instance:
            return InputTableModel::tr("Machine, catalogue");
        case CatalogKind::Link:
            return InputTableModel::tr("Link, catalogue");
        case CatalogKind::Network:
            break;
    }
    return InputTableModel::tr("Model, catalogue");
}

bool sameRows(const std::vector<InputRow>& a, const std::vector<InputRow>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.heading == y.heading && x.entry == y.entry && x.input == y.input;
    });
}

QColor changedGround() {
    QColor colour = currentTheme().accent;
    colour.setAlphaF(0.18F);
    return colour;
}

}  // namespace

InputTableModel::InputTableModel(ScenarioDocument* document, QObject* parent)
    : QAbstractTableModel(parent), document_(document) {
    rows_ = shownRows();
    columns_ = document_->columnCount();
    connect(document_, &ScenarioDocument::changed, this, &InputTableModel::refresh);
}

void InputTableModel::setAllShown(bool all) {
    all_ = all;
    refresh();
}

std::vector<InputRow> InputTableModel::shownRows() const {
    std::vector<InputRow> shown;
    for (auto& row : allRows()) {
        bool wanted = all_ || row.common;
        for (int column = 0; row.input && !wanted && column < document_->columnCount(); ++column) {
            wanted = document_->isChanged(column, *row.input);
        }
        if (wanted) {
            shown.push_back(std::move(row));
        }
    }
    return shown;
}

void InputTableModel::refresh() {
    auto rows = shownRows();
    // A reset closes editors and loses the place: only when the form of the table is another.
    if (!sameRows(rows, rows_) || columns_ != document_->columnCount()) {
        beginResetModel();
        rows_ = std::move(rows);
        columns_ = document_->columnCount();
        endResetModel();
        return;
    }
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columns_ - 1));
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, columns_ - 1);
}

int InputTableModel::rowOf(model::Input input) const {
    const auto found = std::find_if(
        rows_.begin(), rows_.end(), [&](const auto& row) { return row.input == input; });
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

int InputTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int InputTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns_;
}

QString InputTableModel::entryText(int column, CatalogKind kind) const {
    const auto& own = document_->column(column).catalog.*entryOf(kind);
    const auto& base = document_->column(0).catalog.*entryOf(kind);
    const auto& id = own.empty() ? base : own;
    if (id.empty()) {
        return tr("typed in");
    }
    for (const auto& [entry_id, name] : catalogEntries(document_->catalog(), kind)) {
        if (entry_id == QString::fromStdString(id)) {
            return name;
        }
    }
    return QString::fromStdString(id);
}

QVariant InputTableModel::inputData(int column, Input input, int role) const {
    const auto value = model::value_of(document_->resolved(column).inputs, input);
    const bool changed = document_->isChanged(column, input);
    switch (role) {
        case Qt::DisplayRole:
            return inputText(input, value);
        case Qt::EditRole:
            return inputEditText(input, value);
        case Qt::ToolTipRole:
            return QStringLiteral("%1: %2\n%3")
                .arg(inputTitle(input), inputEditText(input, value), inputTip(input));
        case Qt::ForegroundRole:
            return column > 0 && !changed ? currentTheme().mutedText : currentTheme().text;
        case Qt::BackgroundRole:
            return column > 0 && changed ? QVariant(changedGround()) : QVariant();
        case Qt::FontRole: {
            QFont font;
            font.setBold(changed);
            return font;
        }
        case Qt::AccessibleDescriptionRole:
            return changed && column > 0 ? tr("differs from the base") : QString();
        default:
            return {};
    }
}

QVariant InputTableModel::data(const QModelIndex& index, int role) const {
    const InputRow& row = this->row(index.row());
    if (role == Qt::TextAlignmentRole) {
        return int(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (row.input) {
        return inputData(index.column(), *row.input, role);
    }
    if (!row.entry) {
        return role == Qt::BackgroundRole ? QVariant(currentTheme().window) : QVariant();
    }
    const std::string& own = document_->column(index.column()).catalog.*entryOf(*row.entry);
    switch (role) {
        case Qt::DisplayRole:
            return entryText(index.column(), *row.entry);
        case Qt::EditRole:
            return QString::fromStdString(own);
        case Qt::ToolTipRole:
            return own.empty() ? tr("Choose an entry of the catalogue: it fills its inputs in")
                               : catalogTip(document_->catalog(), *row.entry, own);
        case Qt::ForegroundRole:
            return own.empty() ? currentTheme().mutedText : currentTheme().text;
        case Qt::BackgroundRole:
            return !own.empty() && index.column() > 0 ? QVariant(changedGround()) : QVariant();
        default:
            return {};
    }
}

bool InputTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole) {
        return false;
    }
    const InputRow& row = this->row(index.row());
    if (row.entry) {
        document_->setCatalogEntry(index.column(), *row.entry, value.toString());
        return true;
    }
    if (!row.input) {
        return false;
    }
    const QString text = value.toString();
    if (text == data(index, Qt::EditRole).toString()) {
        return true;  // opened and closed again
    }
    if (text.trimmed().isEmpty()) {
        document_->clearInput(index.column(), *row.input);
        return true;
    }
    const auto parsed = parseInput(*row.input, text);
    if (!parsed) {
        Q_EMIT refused(QString::fromStdString(parsed.error().what));
        return false;
    }
    document_->setInput(index.column(), *row.input, *parsed);
    return true;
}

QVariant InputTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal) {
        return role == Qt::DisplayRole ? QVariant(document_->columnName(section)) : QVariant();
    }
    if (section < 0 || section >= rowCount()) {
        return {};
    }
    const InputRow& row = this->row(section);
    const bool is_heading = !row.input && !row.entry;
    if (role == Qt::DisplayRole) {
        return is_heading  ? row.heading
               : row.input ? inputTitle(*row.input)
                           : entryTitle(*row.entry);
    }
    if (role == Qt::ToolTipRole && row.input) {
        return inputTip(*row.input);
    }
    if (role == Qt::FontRole) {
        QFont font;
        font.setBold(is_heading);
        return font;
    }
    if (role == Qt::TextAlignmentRole) {
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    }
    return {};
}

Qt::ItemFlags InputTableModel::flags(const QModelIndex& index) const {
    const InputRow& row = this->row(index.row());
    if (!row.input && !row.entry) {
        return Qt::ItemIsEnabled;
    }
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable;
}

}  // namespace throughline::ui
