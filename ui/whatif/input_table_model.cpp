// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/input_table_model.h"

#include <QFont>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "ui/style/number_input.h"
#include "ui/style/number_text.h"
#include "ui/style/run_colours.h"
#include "ui/style/theme.h"
#include "ui/whatif/quantity_text.h"

namespace throughline::ui {

namespace {

using model::Input;

InputRow headed(const QString& text) {
    return {.heading = text};
}
InputRow entry(CatalogKind kind) {
    return {.entry = kind};
}
InputRow volume(double whatif::Volume::* number) {
    return {.volume = number};
}
InputRow common(Input input) {
    return {.input = input};
}
InputRow rare(Input input) {
    return {.input = input, .common = false};
}

std::vector<InputRow> dataRows() {
    return {headed(InputTableModel::tr("Data")),
            common(Input::ImageBytes),
            common(Input::ImagesPerEpoch),
            common(Input::Format),
            common(Input::Access),
            rare(Input::RequestBytes),
            rare(Input::MetaOps),
            rare(Input::ReadAmplification),
            rare(Input::TensorBytes),
            rare(Input::Warm),
            headed(InputTableModel::tr("Storage")),
            entry(CatalogKind::Storage),
            volume(&whatif::Volume::gib),
            volume(&whatif::Volume::iops),
            volume(&whatif::Volume::mib_per_s),
            volume(&whatif::Volume::hours),
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
            rare(Input::CacheMix)};
}

std::vector<InputRow> machineRows() {
    return {headed(InputTableModel::tr("Computer")),
            entry(CatalogKind::Instance),
            common(Input::Threads),
            common(Input::Cores),
            common(Input::CpuSecondsPerImage),
            rare(Input::CpuSigma),
            rare(Input::CpuKappa),
            headed(InputTableModel::tr("GPUs and network")),
            entry(CatalogKind::Network),
            common(Input::Nodes),
            common(Input::GpusPerNode),
            entry(CatalogKind::GpuRate),
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
            headed(InputTableModel::tr("Job and prices")),
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

/// Every input once, in the order in which a pipeline is thought of.
std::vector<InputRow> allRows() {
    auto rows = dataRows();
    const auto more = machineRows();
    rows.insert(rows.end(), more.begin(), more.end());
    return rows;
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
            return InputTableModel::tr("Model, catalogue");
        case CatalogKind::GpuRate:
            break;
    }
    return InputTableModel::tr("GPU rate, catalogue");
}

/// A number of a volume as rows show it.
struct VolumeText {
    QString title;
    QString unit;
    QString tip;
    QString absent;    ///< what 0 stands for
    QString longUnit;  ///< as it may be typed, too
};
VolumeText volumeText(double whatif::Volume::* number) {
    using whatif::Volume;
    if (number == &Volume::gib) {
        return {InputTableModel::tr("Volume size"),
                QStringLiteral("GiB"),
                InputTableModel::tr("Bandwidth, IOPS, burst credits and price follow from it"),
                InputTableModel::tr("not given"),
                QStringLiteral("GB")};
    }
    if (number == &Volume::iops) {
        return {InputTableModel::tr("Provisioned IOPS"),
                QStringLiteral("IOPS"),
                InputTableModel::tr("For volumes sold by IOPS (gp3, io1, io2 …)"),
                InputTableModel::tr("as sold"),
                QStringLiteral("/s")};
    }
    if (number == &Volume::mib_per_s) {
        return {InputTableModel::tr("Provisioned bandwidth"),
                QStringLiteral("MiB/s"),
                InputTableModel::tr("For volumes sold by bandwidth (gp3, Ultra …)"),
                InputTableModel::tr("as sold"),
                QStringLiteral("MiB")};
    }
    return {InputTableModel::tr("Hours of reading"),
            QStringLiteral("h"),
            InputTableModel::tr(
                "Burst credits count as their mean over this many hours, starting from a "
                "full balance"),
            InputTableModel::tr("no credits"),
            QStringLiteral("hours")};
}

/// Whether storage of the catalogue is bought with this number.
bool isSoldWith(const std::string& storage, double whatif::Volume::* number) {
    using whatif::Volume;
    return number == &Volume::iops        ? whatif::sells_iops(storage)
           : number == &Volume::mib_per_s ? whatif::sells_bandwidth(storage)
                                          : whatif::sold_by_volume(storage);
}

bool sameRows(const std::vector<InputRow>& a, const std::vector<InputRow>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.heading == y.heading && x.entry == y.entry && x.volume == y.volume &&
               x.input == y.input;
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
        if (row.volume != nullptr) {
            wanted = false;
            for (int column = 0; !wanted && column < document_->columnCount(); ++column) {
                wanted = whatif::sold_by_volume(document_->storageOf(column));
            }
        }
        for (int column = 0; row.input && !wanted && column < document_->columnCount(); ++column) {
            wanted = isChanged(*document_, column, *row.input);
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
    const auto found =
        std::ranges::find_if(rows_, [&](const auto& row) { return row.input == input; });
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
    if (!id.empty()) {
        return catalogName(document_->catalog(), kind, id);
    }
    const auto typed = [&](int of) {
        return isChanged(*document_, of, Input::StoBw) || isChanged(*document_, of, Input::StoIops);
    };
    const bool measured = kind == CatalogKind::Storage && document_->studyBase() != nullptr &&
                          !typed(0) && !typed(column);
    return measured ? tr("measured") : tr("typed in");
}

QVariant InputTableModel::volumeData(int column, double whatif::Volume::* number, int role) const {
    const auto text = volumeText(number);
    const double value = document_->volumeOf(column).*number;
    const bool changed = column > 0 && value != document_->volumeOf(0).*number;
    const bool sold = isSoldWith(document_->storageOf(column), number) || value != 0.0;
    const QString figure = withMarks(QLocale::c().toString(value, 'g', 9));
    switch (role) {
        case Qt::DisplayRole:
            return !sold          ? QStringLiteral("–")
                   : value == 0.0 ? text.absent
                                  : figureText(value, 6) + QChar(0x202F) + text.unit;
        case Qt::EditRole:
            return value == 0.0 ? QString() : figure;
        case Qt::ToolTipRole:
            return sold ? QStringLiteral("%1\n%2").arg(text.title, text.tip)
                        : tr("This storage is not sold that way");
        case Qt::ForegroundRole:
            return column == 0 || changed ? currentTheme().text : currentTheme().mutedText;
        case Qt::BackgroundRole:
            return changed ? QVariant(changedGround()) : QVariant();
        default:
            return {};
    }
}

QVariant InputTableModel::inputData(int column, Input input, int role) const {
    const auto value = document_->valueOf(column, input);
    const bool changed = isChanged(*document_, column, input);
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
    if (row.volume != nullptr) {
        return volumeData(index.column(), row.volume, role);
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
            return own.empty() ? tr("Choose a catalogue entry to fill in its inputs")
                               : catalogTip(document_->catalog(), *row.entry, own);
        case Qt::ForegroundRole:
            return own.empty() ? currentTheme().mutedText : currentTheme().text;
        case Qt::BackgroundRole:
            return !own.empty() && index.column() > 0 ? QVariant(changedGround()) : QVariant();
        default:
            return {};
    }
}

bool InputTableModel::setVolume(int column, double whatif::Volume::* number, const QString& text) {
    QString digits = text.trimmed();
    for (const QString& unit : {volumeText(number).unit, volumeText(number).longUnit}) {
        if (digits.endsWith(unit, Qt::CaseInsensitive)) {
            digits.chop(unit.size());
            break;
        }
    }
    bool ok = true;
    const double value =
        digits.trimmed().isEmpty() ? 0.0 : QLocale::c().toDouble(withPoint(digits).trimmed(), &ok);
    if (!ok || !(value >= 0.0) || !std::isfinite(value)) {
        Q_EMIT refused(tr("“%1” is not a number in %2").arg(text, volumeText(number).unit));
        return false;
    }
    document_->setVolume(column, number, value);
    return true;
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
    if (row.volume != nullptr) {
        return setVolume(index.column(), row.volume, value.toString());
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
        if (role == Qt::DecorationRole) {
            constexpr int kHeaderMarkerPx = 14;
            return markerPixmap(
                document_->slotOf(section), kHeaderMarkerPx, 2.0);  // as in the charts
        }
        return role == Qt::DisplayRole ? QVariant(document_->columnName(section)) : QVariant();
    }
    if (section < 0 || section >= rowCount()) {
        return {};
    }
    const InputRow& row = this->row(section);
    const bool is_heading = row.isHeading();
    if (role == Qt::DisplayRole) {
        return is_heading              ? row.heading
               : row.input             ? inputTitle(*row.input)
               : row.volume != nullptr ? volumeText(row.volume).title
                                       : entryTitle(*row.entry);
    }
    if (role == Qt::ToolTipRole && row.volume != nullptr) {
        return volumeText(row.volume).tip;
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
    if (row.isHeading()) {
        return Qt::ItemIsEnabled;
    }
    // A number that a file gives where there is none can be taken away.
    if (row.volume != nullptr && !isSoldWith(document_->storageOf(index.column()), row.volume) &&
        document_->volumeOf(index.column()).*row.volume == 0.0) {
        return Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    }
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable;
}

}  // namespace throughline::ui
