// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/study_filter.h"

#include <algorithm>

#include "ui/library/study_list_model.h"

namespace throughline::ui {

StudyFilter::StudyFilter(QObject* parent) : QSortFilterProxyModel(parent) {
    sort(0);
}

void StudyFilter::setWords(const QString& text) {
    words_ = text.split(u' ', Qt::SkipEmptyParts);
    found_.clear();
    invalidateFilter();
}

void StudyFilter::setFound(const QSet<qint64>& studies) {
    found_ = studies;
    invalidateFilter();
}

bool StudyFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    if (words_.isEmpty()) {
        return true;
    }
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    const QString text = index.data(StudyListModel::SearchRole).toString();
    return std::ranges::all_of(
               words_,
               [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); }) ||
           found_.contains(index.data(StudyListModel::IdRole).toLongLong());
}

bool StudyFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const QString group = left.data(StudyListModel::GroupRole).toString();
    const QString other_group = right.data(StudyListModel::GroupRole).toString();
    if (group != other_group) {
        // What nothing is known of stands below what has a name.
        const bool named = left.data(StudyListModel::GroupNamedRole).toBool();
        if (named != right.data(StudyListModel::GroupNamedRole).toBool()) {
            return named;
        }
        return QString::localeAwareCompare(group, other_group) < 0;
    }
    const bool published = left.data(StudyListModel::PublishedRole).toBool();
    const bool other = right.data(StudyListModel::PublishedRole).toBool();
    return published != other ? other : left.row() < right.row();
}

}  // namespace throughline::ui
