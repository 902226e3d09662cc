// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_table.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "ui/plot/csv_field.h"
#include "ui/plot/date_ticks.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

/// For computing with: a double's last digits are not measured.
constexpr int kDigitsCopied = 9;
constexpr int kDigitsShown = 4;
constexpr double kExactBelow = 1e7;  ///< counts are shown to the last one
constexpr int kDigitsOfEnds = 15;
constexpr int kHeaderRow = -1;
constexpr int kSeveralLevels = -1;

QString titleWithUnit(const QString& title, const QString& unit) {
    return unit.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, unit);
}

QString titleWithUnit(const PlotAxis& axis) {
    return titleWithUnit(axis.title, axis.shownUnit);
}

/// Where on x there is anything that is no reference.
std::set<double> placesOfData(const PlotModel& model) {
    std::set<double> places;
    const bool has_reference = std::ranges::any_of(
        model.series, [](const auto& one) { return one.kind == SeriesKind::Reference; });
    for (const PlotSeries& series : model.series) {
        for (const PlotPoint& point : series.points) {
            if (has_reference && series.kind != SeriesKind::Reference && series.visible) {
                places.insert(point.x);
            }
        }
    }
    return places;
}

}  // namespace

PlotTableModel::PlotTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void PlotTableModel::setPlot(const PlotModel& model) {
    beginResetModel();
    model_ = model;
    rows_.clear();
    has_stated_ = false;
    interval_percent_ = 0;
    has_bands_ = std::ranges::any_of(
        model_.series, [](const PlotSeries& one) { return one.kind == SeriesKind::Band; });
    const auto placed = placedSeries(model_);
    const std::set<double> data_places = placesOfData(model_);
    bool has_interval = false;
    bool has_note = false;
    bool has_crossed = false;
    bool has_phase = false;
    bool has_repeat = false;
    bool has_bound = false;
    for (std::size_t s = 0; s < placed.size(); ++s) {
        for (std::size_t p = 0; placed[s].visible && p < placed[s].places.size(); ++p) {
            const bool counts = placed[s].kind != SeriesKind::Reference ||
                                data_places.count(model_.series[s].points[p].x) > 0;
            if (counts && std::isfinite(placed[s].places[p].x())) {
                rows_.push_back({s, p});
                const PlotPoint& point = model_.series[s].points[p];
                const bool published = model_.series[s].origin == record::Origin::Published;
                has_interval = has_interval || point.hasInterval();
                has_stated_ = has_stated_ || (point.hasInterval() && published);
                if (point.hasInterval()) {
                    const int percent = model_.series[s].intervalPercent;
                    const bool same = interval_percent_ == 0 || interval_percent_ == percent;
                    interval_percent_ = same ? percent : kSeveralLevels;
                }
                has_crossed = has_crossed || !point.crossed.isEmpty();
                has_phase = has_phase || point.isPale();
                has_repeat = has_repeat || point.repeat > 1;
                has_bound = has_bound || !point.bound.isEmpty();
                has_note = has_note || !point.pin.isEmpty();
            }
        }
    }
    const bool has_bins = !model_.x.bins.ends.empty();
    columns_.clear();
    for (const auto& [there, column] : {std::pair(true, Column::Series),
                                        std::pair(true, Column::X),
                                        std::pair(has_bins, Column::From),
                                        std::pair(has_bins, Column::To),
                                        std::pair(true, Column::Y),
                                        std::pair(model_.z.has_value(), Column::Z),
                                        std::pair(model_.y2.has_value(), Column::Y2),
                                        std::pair(has_interval, Column::Low),
                                        std::pair(has_interval, Column::High),
                                        std::pair(has_bound, Column::Bound),
                                        std::pair(has_phase, Column::Phase),
                                        std::pair(has_repeat, Column::Repeat),
                                        std::pair(has_crossed, Column::Status),
                                        std::pair(has_note, Column::Note)}) {
        if (there) {
            columns_.push_back(column);
        }
    }
    endResetModel();
}

bool PlotTableModel::isText(Column column) {
    return column == Column::Series || column == Column::Bound || column == Column::Phase ||
           column == Column::Status || column == Column::Note;
}

std::optional<PointRef> PlotTableModel::pointOf(int row) const {
    if (row < 0 || row >= static_cast<int>(rows_.size())) {
        return std::nullopt;
    }
    return rows_[static_cast<std::size_t>(row)];
}

std::int64_t PlotTableModel::idOf(int row) const {
    const auto at = pointOf(row);
    return at ? model_.series[at->series].points[at->point].id : 0;
}

void PlotTableModel::setSelected(PointIds ids) {
    if (selected_ == ids) {
        return;
    }
    selected_ = std::move(ids);
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, 0),
                           index(rowCount() - 1, columnCount() - 1),
                           {Qt::BackgroundRole, Qt::ForegroundRole});
    }
}

QVariant PlotTableModel::lookOf(int row, int role) const {
    constexpr int kGroundAlpha = 45;  // of 255
    constexpr int kDimmedAlpha = 140;
    if (selected_.empty()) {
        return {};
    }
    const bool picked = selected_.count(idOf(row)) > 0;
    if (role == Qt::BackgroundRole && picked) {
        QColor ground = currentTheme().accent;
        ground.setAlpha(kGroundAlpha);
        return ground;
    }
    if (role == Qt::ForegroundRole && !picked) {
        QColor ink = currentTheme().mutedText;
        ink.setAlpha(kDimmedAlpha);
        return ink;
    }
    return {};
}

int PlotTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size() + model_.levels.size());
}

int PlotTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant PlotTableModel::valueOf(int row, Column column) const {
    if (static_cast<std::size_t>(row) >= rows_.size()) {
        const PlotLevel& level = model_.levels[static_cast<std::size_t>(row) - rows_.size()];
        return column == Column::Series ? QVariant(level.text)
               : column == Column::Y    ? QVariant(level.y)
                                        : QVariant();
    }
    const PointRef ref = rows_[static_cast<std::size_t>(row)];
    const PlotSeries& series = model_.series[ref.series];
    const PlotPoint& point = series.points[ref.point];
    const bool second = series.onSecondAxis && model_.y2;
    const auto number = [](double value) {
        return std::isfinite(value) ? QVariant(value) : QVariant();
    };
    switch (column) {
        case Column::Series:
            return series.name;
        case Column::X:
            return number(point.x);
        case Column::From:
        case Column::To: {
            const auto bin = static_cast<std::size_t>(point.x);
            const Span* ends = bin < model_.x.bins.ends.size() ? &model_.x.bins.ends[bin] : nullptr;
            return std::isfinite(point.only) ? QVariant(point.only)
                   : ends == nullptr         ? QVariant()
                                     : QVariant(column == Column::From ? ends->low : ends->high);
        }
        case Column::Y:
            return second ? QVariant() : number(point.y);
        case Column::Z:
            return number(point.z);
        case Column::Y2:
            return second ? number(point.y) : QVariant();
        case Column::Low:
            return number(point.low);
        case Column::High:
            return number(point.high);
        case Column::Bound:
            return point.bound;
        case Column::Phase:
            return QString::fromUtf8(record::name_of(point.phase));
        case Column::Repeat:
            return series.kind == SeriesKind::Reference ? QVariant() : QVariant(point.repeat);
        case Column::Status:
            return point.crossed;
        case Column::Note:
            return point.pin;
    }
    return {};
}

QString PlotTableModel::textOf(int row, Column column, int digits) const {
    const QVariant value = valueOf(row, column);
    if (isText(column)) {
        return value.toString();
    }
    if (!value.isValid()) {
        return {};
    }
    if (column == Column::X && model_.x.isDate) {
        return dateForTables(value.toDouble());
    }
    const auto index = static_cast<qsizetype>(value.toDouble());
    if (column == Column::X && index >= 0 && index < model_.x.categories.size()) {
        return model_.x.categories[index];
    }
    if (column == Column::Y && index >= 0 && index < model_.y.categories.size()) {
        return model_.y.categories[index];
    }
    // The ends of bins are exact.
    const bool is_end = column == Column::From || column == Column::To;
    const double number = value.toDouble();
    if (digits == kDigitsCopied) {
        return copiedText(number, is_end ? kDigitsOfEnds : digits);
    }
    return number == std::round(number) && std::fabs(number) < kExactBelow
               ? numberText(number, 0)
               : figureText(number, digits);
}

QVariant PlotTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const Column column = columns_[static_cast<std::size_t>(index.column())];
    switch (role) {
        case Qt::DisplayRole:
            return textOf(index.row(), column, kDigitsShown);
        case Qt::UserRole:
            return valueOf(index.row(), column);
        case Qt::TextAlignmentRole:
            return int((isText(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        case Qt::BackgroundRole:
        case Qt::ForegroundRole:
            return lookOf(index.row(), role);
        default:
            return {};
    }
}

QVariant PlotTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    // What a narrow column cuts is said whole beside the mouse.
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole) ||
        section < 0 || section >= columnCount()) {
        return {};
    }
    switch (columns_[static_cast<std::size_t>(section)]) {
        case Column::Series:
            return tr("Series");
        case Column::X:
            return titleWithUnit(model_.x);
        case Column::From:
            return titleWithUnit(tr("%1, from").arg(model_.x.bins.title), model_.x.bins.unit);
        case Column::To:
            return titleWithUnit(tr("%1, to").arg(model_.x.bins.title), model_.x.bins.unit);
        case Column::Y:
            return has_bands_ ? tr("%1, mean").arg(titleWithUnit(model_.y))
                              : titleWithUnit(model_.y);
        case Column::Z:
            return model_.z ? titleWithUnit(*model_.z) : QString();
        case Column::Y2:
            return !model_.y2   ? QString()
                   : has_bands_ ? tr("%1, mean").arg(titleWithUnit(*model_.y2))
                                : titleWithUnit(*model_.y2);
        case Column::Low:
            return has_bands_    ? tr("Lowest sample")
                   : has_stated_ ? tr("Interval or stated range, low")
                   : interval_percent_ == kSeveralLevels
                       ? tr("Interval, low")
                       : tr("%1 % interval, low").arg(interval_percent_);
        case Column::High:
            return has_bands_    ? tr("Highest sample")
                   : has_stated_ ? tr("Interval or stated range, high")
                   : interval_percent_ == kSeveralLevels
                       ? tr("Interval, high")
                       : tr("%1 % interval, high").arg(interval_percent_);
        case Column::Bound:
            return tr("Stated as");
        case Column::Phase:
            return tr("Phase");
        case Column::Repeat:
            return tr("Repeat");
        case Column::Status:
            return tr("Status");
        case Column::Note:
            return tr("Note");
    }
    return {};
}

QStringList PlotTableModel::cellsOf(int row) const {
    QStringList cells;
    for (int column = 0; column < columnCount(); ++column) {
        cells << (row < 0 ? headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()
                          : textOf(row, columns_[static_cast<std::size_t>(column)], kDigitsCopied));
    }
    return cells;
}

QString PlotTableModel::toTsv(const std::vector<int>& rows) const {
    QStringList lines{cellsOf(kHeaderRow).join(QChar(u'\t'))};
    const int count = rows.empty() ? rowCount() : static_cast<int>(rows.size());
    for (int i = 0; i < count; ++i) {
        QStringList cells = cellsOf(rows.empty() ? i : rows[static_cast<std::size_t>(i)]);
        lines
            << cells.replaceInStrings(QStringLiteral("\t"), QStringLiteral(" ")).join(QChar(u'\t'));
    }
    return lines.join(QChar(u'\n')) + QChar(u'\n');
}

QString PlotTableModel::toHtml() const {
    QString text = QStringLiteral("<table>\n");
    for (int row = kHeaderRow; row < rowCount(); ++row) {
        text += QStringLiteral("<tr>");
        for (const QString& cell : cellsOf(row)) {
            text += (row < 0 ? QStringLiteral("<th>%1</th>") : QStringLiteral("<td>%1</td>"))
                        .arg(cell.toHtmlEscaped());
        }
        text += QStringLiteral("</tr>\n");
    }
    return text + QStringLiteral("</table>\n");
}

QByteArray PlotTableModel::toCsv() const {
    QString text;
    for (int row = kHeaderRow; row < rowCount(); ++row) {
        QStringList cells = cellsOf(row);
        std::ranges::transform(cells, cells.begin(), csvField);
        text += cells.join(QChar(u',')) + QStringLiteral("\r\n");
    }
    return text.toUtf8();
}

}  // namespace throughline::ui
