// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/words_filter.h"

#include <QRegularExpression>
#include <algorithm>
#include <utility>

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
    invalidate();  // the words say the order, too
}

bool WordsFilter::isMeant(const QString& text) const {
    return matches(withoutHyphens(text), words_);
}

WordsFilter::Hit WordsFilter::hitIn(const QString& text) const {
    if (!isMeant(text)) {
        return Hit::None;
    }
    const QString letters = u' ' + QString::fromStdString(withoutHyphens(text)).toLower();
    static const QRegularExpression kBreaks(QStringLiteral("[^\\p{L}\\p{N}]+"));
    const QString starts = QString(letters).replace(kBreaks, QStringLiteral(" "));
    const QStringList words = QString::fromStdString(words_).toLower().split(u' ');
    const bool at_starts = std::ranges::all_of(words, [&](const QString& word) {
        return starts.contains(u' ' + word) || letters.contains(u' ' + word);
    });
    return at_starts ? Hit::AtWordStarts : Hit::Within;
}

bool WordsFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const auto hit = [this](const QModelIndex& index) {
        return isSearching() ? hitIn(index.data().toString()) : Hit::None;
    };
    return std::pair(hit(left), left.row()) < std::pair(hit(right), right.row());
}

bool WordsFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QString text = sourceModel()->index(row, 0, parent).data(role_).toString();
    return isMeant(text);
}

}  // namespace throughline::ui
