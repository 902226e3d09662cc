// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "ui/plot/plot_map.h"
#include "ui/plot/plot_model.h"
#include "ui/plot/point_ids.h"

namespace throughline::ui {

/// The columns of a chart's data: series, x, of bins where they begin and end, y, the interval
/// where there is one, second y. Level lines are the last rows; they have no x. Numbers are in the
/// units that the headers name, without prefixes, so that they can be computed with after copying.
class PlotTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit PlotTableModel(QObject* parent = nullptr);

    /// Exactly what is drawn: visible series, points that have a place; of reference lines, such as
    /// ideal scaling, the points where data stand.
    void setPlot(const PlotModel& model);
    /// Rows of these points stand out, all others are dimmed. Empty: none is.
    void setSelected(PointIds ids);
    /// The point of a row, to mark it in the chart; none of a level line's.
    std::optional<PointRef> pointOf(int row) const;
    std::int64_t idOf(int row) const;  ///< PlotPoint::id; 0 where there is no such row

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// Qt::UserRole: the bare number, for sorting.
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Tab-separated, with the header row; `rows` empty = all.
    QString toTsv(const std::vector<int>& rows = {}) const;
    /// An HTML table, for word processors and mail.
    QString toHtml() const;
    /// RFC 4180, UTF-8, decimal point.
    QByteArray toCsv() const;

private:
    enum class Column {
        Series,
        X,
        From,
        To,
        Y,
        Z,
        Low,
        High,
        Y2,
        Bound,
        Phase,
        Repeat,
        Status,
        Note
    };
    static bool isText(Column column);

    QVariant valueOf(int row, Column column) const;
    QString textOf(int row, Column column, int digits) const;
    QStringList cellsOf(int row) const;  ///< as they are copied; < 0: the header
    QVariant lookOf(int row, int role) const;

    PlotModel model_;
    std::vector<PointRef> rows_;
    PointIds selected_;
    std::vector<Column> columns_;
    int interval_percent_ = 0;  ///< of all of them; 0: none is there; < 0: of several levels
    bool has_stated_ = false;   ///< low and high of published figures are the source's own
    bool has_bands_ = false;    ///< low and high are of the samples that a point is the mean of
};

}  // namespace throughline::ui
