// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QSortFilterProxyModel>
#include <QStringList>

namespace throughline::ui {

/// Studies that hold all words of the filter, in the list or anywhere in the library, group by
/// group, published ones behind one's own.
/// Thread: GUI.
class StudyFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit StudyFilter(QObject* parent = nullptr);

    void setWords(const QString& text);
    /// What the full-text search found for these words.
    void setFound(const QSet<qint64>& studies);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QStringList words_;
    QSet<qint64> found_;
};

}  // namespace throughline::ui
