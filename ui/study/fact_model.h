// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

#include "ui/study/fact_rows.h"
#include "ui/style/words_filter.h"

namespace throughline::ui {

/// Figures or settings as rows, runs as columns.
/// Thread: GUI.
class FactModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role {
        SearchRole = Qt::UserRole,  ///< all words of a row
        DiffersRole,                ///< bool
        OnlyFoundRole,              ///< bool: it stands only among what was searched for
        ChangeRole,                 ///< "−83.5 % worse": against the baseline
        ChangeInkRole,              ///< QColor
        DetailsRole,                ///< what the row and the cell are, in whole
    };
    struct Column {
        QString name;
        int colourSlot = -1;  ///< < 0: it is not plotted
        bool published = false;
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setRows(const QString& heading, std::vector<Column> columns, std::vector<FactRow> rows);

    /// Of a figure or setting, by which it is found again among other rows; "" and -1: there is
    /// none.
    std::string keyOf(int row) const;
    int rowOf(const std::string& key) const;
    /// The words by which the many that a row puts together are found; "" of any other.
    QString membersOf(int row) const;
    /// Whether the run of a column has the figure or setting. Both are there; columns from 1.
    bool has(int row, int column) const;
    /// Whether the full pipeline and each stage alone bring what the run of a column lacks.
    bool isBroughtByAllStages(int row, int column) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant dataOfTitle(const FactRow& row, int role) const;
    QVariant dataOfCell(const FactCell& cell, int role) const;
    QString detailsOf(const FactRow& row, int column) const;

    QString heading_;
    std::vector<Column> columns_;
    std::vector<FactRow> rows_;
};

/// The rows that have all words typed, those that are called so first, and of them only those that
/// differ where that is asked for.
class FactFilter : public WordsFilter {
    Q_OBJECT
public:
    explicit FactFilter(QObject* parent = nullptr) : WordsFilter(FactModel::SearchRole, parent) {
        sort(0);
    }

    void setDifferencesOnly(bool only);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    bool differences_only_ = false;
};

/// A value at the left of its cell, what it is against the baseline at the right.
class FactDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace throughline::ui
