// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/words_filter.h"

#include "engine/base/text.h"

namespace throughline::ui {

namespace {

std::string withoutHyphens(const QString& text) {
    QString letters = text.simplified();
    letters.remove(u'-');
    return letters.toStdString();
}

}  // namespace

bool hasWords(const QString& text, const QString& words) {
    return matches(withoutHyphens(text), withoutHyphens(words));
}

WordsFilter::WordsFilter(int role, QObject* parent) : QSortFilterProxyModel(parent), role_(role) {}

void WordsFilter::setWords(const QString& words) {
    words_ = withoutHyphens(words);
    invalidateFilter();
}

bool WordsFilter::isMeant(const QString& text) const {
    return matches(withoutHyphens(text), words_);
}

bool WordsFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QString text = sourceModel()->index(row, 0, parent).data(role_).toString();
    return isMeant(text);
}

}  // namespace throughline::ui
