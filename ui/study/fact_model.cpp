// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/fact_model.h"

#include <QApplication>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/style/run_colours.h"
#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

constexpr int kMarkerPx = 12;
constexpr int kGapPx = 12;
constexpr int kRowPaddingPx = 6;
constexpr int kCellWidthMin = 120;
constexpr int kCellWidthMax = 240;

/// A name that three lines of a column have room for; both ends say what sets it apart.
QString shortened(const QString& name) {
    constexpr qsizetype kNameMax = 66;
    constexpr qsizetype kEnd = kNameMax / 2 - 1;
    return name.size() <= kNameMax ? name : name.left(kEnd) + QChar(u'\u2026') + name.right(kEnd);
}

QColor inkOf(analysis::ChangeKind kind) {
    const Theme& theme = currentTheme();
    switch (kind) {
        case analysis::ChangeKind::Better:
            return theme.good;
        case analysis::ChangeKind::Worse:
            return theme.error;
        case analysis::ChangeKind::BeyondNoise:
            return theme.text;
        default:
            return theme.mutedText;
    }
}

}  // namespace

void FactModel::setRows(const QString& heading,
                        std::vector<Column> columns,
                        std::vector<FactRow> rows) {
    beginResetModel();
    heading_ = heading;
    columns_ = std::move(columns);
    rows_ = std::move(rows);
    endResetModel();
}

int FactModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int FactModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size()) + 1;
}

QString FactModel::detailsOf(const FactRow& row, int column) const {
    QStringList lines;
    // Of the name the first run that lacks it is told of, as its button measures that.
    const auto lacking = std::ranges::find_if(
        row.cells, [](const FactCell& cell) { return !cell.absent.isEmpty(); });
    if (column > 0 || lacking != row.cells.end()) {
        const auto place =
            static_cast<std::size_t>(column > 0 ? column - 1 : lacking - row.cells.begin());
        const FactCell& cell = row.cells[place];
        const QString value = cell.value.isEmpty() ? QStringLiteral("–") : cell.value;
        lines << tr("%1: %2. %3").arg(columns_[place].name, value, cell.details).trimmed();
    }
    lines << tr("%1: %2").arg(row.title, row.meaning)
          << tr("Name in files and commands: %1").arg(QString::fromStdString(row.key));
    return lines.join(u'\n');
}

QVariant FactModel::dataOfTitle(const FactRow& row, int role) const {
    switch (role) {
        case Qt::DisplayRole:
            return row.title;
        case SearchRole:
            return QStringList{row.title, row.group, QString::fromStdString(row.key), row.meaning}
                .join(u' ');
        case Qt::FontRole:
            if (row.standsOut) {
                QFont bold;
                bold.setBold(true);
                return bold;
            }
            return {};
        default:
            return {};
    }
}

QVariant FactModel::dataOfCell(const FactCell& cell, int role) const {
    switch (role) {
        case Qt::DisplayRole:
            return !cell.value.isEmpty()    ? cell.value
                   : !cell.absent.isEmpty() ? tr("– %1").arg(cell.absent)
                                            : QStringLiteral("–");
        case Qt::ForegroundRole:
            return cell.value.isEmpty() ? QVariant(currentTheme().mutedText) : QVariant();
        case ChangeRole:
            return cell.change.isEmpty() ? QString()
                                         : (cell.change + u' ' + wordsOf(cell.kind)).trimmed();
        case ChangeInkRole:
            return inkOf(cell.kind);
        case Qt::AccessibleTextRole:
            return QString(cell.value + u' ' + cell.change + u' ' + wordsOf(cell.kind) +
                           cell.absent)
                .simplified();
        default:
            return {};
    }
}

std::string FactModel::keyOf(int row) const {
    return row >= 0 && row < rowCount() ? rows_[static_cast<std::size_t>(row)].key : std::string();
}

int FactModel::rowOf(const std::string& key) const {
    const auto found = std::ranges::find(rows_, key, &FactRow::key);
    return found == rows_.end() || key.empty() ? -1 : static_cast<int>(found - rows_.begin());
}

QString FactModel::membersOf(int row) const {
    return row >= 0 && row < rowCount() ? rows_[static_cast<std::size_t>(row)].members : QString();
}

bool FactModel::has(int row, int column) const {
    return !rows_[static_cast<std::size_t>(row)]
                .cells[static_cast<std::size_t>(column - 1)]
                .value.isEmpty();
}

bool FactModel::isBroughtByAllStages(int row, int column) const {
    return rows_[static_cast<std::size_t>(row)]
        .cells[static_cast<std::size_t>(column - 1)]
        .byAllStages;
}

QVariant FactModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const FactRow& row = rows_[static_cast<std::size_t>(index.row())];
    if (role == DiffersRole) {
        return row.differs;
    }
    if (role == OnlyFoundRole) {
        return row.onlyFound;
    }
    if (role == DetailsRole || role == Qt::ToolTipRole) {
        return detailsOf(row, index.column());
    }
    return index.column() == 0
               ? dataOfTitle(row, role)
               : dataOfCell(row.cells[static_cast<std::size_t>(index.column() - 1)], role);
}

QVariant FactModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical) {
        return {};
    }
    if (section == 0) {
        return role == Qt::DisplayRole ? QVariant(heading_) : QVariant();
    }
    const Column& column = columns_[static_cast<std::size_t>(section - 1)];
    switch (role) {
        case Qt::DisplayRole:
            return shortened(column.name);
        case Qt::ToolTipRole:
            return column.name;
        case Qt::DecorationRole:
            return column.colourSlot < 0 ? QVariant()
                                         : QVariant(markerPixmap(column.colourSlot,
                                                                 kMarkerPx,
                                                                 qApp->devicePixelRatio(),
                                                                 column.published));
        default:
            return {};
    }
}

void FactFilter::setDifferencesOnly(bool only) {
    differences_only_ = only;
    invalidateFilter();
}

bool FactFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    const bool wanted = (!differences_only_ || index.data(FactModel::DiffersRole).toBool()) &&
                        (isSearching() || !index.data(FactModel::OnlyFoundRole).toBool());
    return wanted && WordsFilter::filterAcceptsRow(row, parent);
}

void FactDelegate::paint(QPainter* painter,
                         const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    const QString change = index.data(FactModel::ChangeRole).toString();
    if (change.isEmpty()) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    if (selected) {
        painter->fillRect(option.rect, option.palette.highlight());
    }
    QStyleOptionViewItem value = option;  // cut before it lies under the change
    value.rect.setRight(option.rect.right() - option.fontMetrics.horizontalAdvance(change) -
                        kGapPx);
    QStyledItemDelegate::paint(painter, value, index);
    painter->save();
    painter->setPen(selected ? option.palette.color(QPalette::HighlightedText)
                             : index.data(FactModel::ChangeInkRole).value<QColor>());
    painter->drawText(
        option.rect.adjusted(0, 0, -kGapPx / 2, 0), Qt::AlignRight | Qt::AlignVCenter, change);
    painter->restore();
}

QSize FactDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    if (index.column() == 0) {
        size.setWidth(size.width() + kGapPx);
    } else {
        const QString change = index.data(FactModel::ChangeRole).toString();
        const int more =
            change.isEmpty() ? 0 : kGapPx + option.fontMetrics.horizontalAdvance(change);
        size.setWidth(std::clamp(size.width() + more + kGapPx, kCellWidthMin, kCellWidthMax));
    }
    size.setHeight(option.fontMetrics.height() + kRowPaddingPx);
    return size;
}

}  // namespace throughline::ui
