// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/short_names.h"

#include <algorithm>
#include <numeric>

namespace throughline::ui {

namespace {

constexpr QChar kDots(u'…');
constexpr qsizetype kLettersMin = 3;  ///< "p…" reminds nobody of anything

/// The end of the last whole word among the first `length` characters. Names of files have no
/// spaces: theirs are parted by dashes. A number and what belongs to it ("1–4", "3.26") stay whole.
int wordsEnd(const QString& name, qsizetype length) {
    const QString begin = name.left(length);
    qsizetype end = begin.lastIndexOf(u' ');
    if (end < 0) {
        for (const QChar mark : {QChar(u'-'), QChar(u'_'), QChar(u'/'), QChar(u':')}) {
            end = std::max(end, begin.lastIndexOf(mark));
        }
    }
    return static_cast<int>(end + 1);
}

int sharedWith(const QString& name, const QString& other) {
    const auto differ = std::mismatch(name.begin(), name.end(), other.begin(), other.end());
    return wordsEnd(name, differ.first - name.begin());
}

}  // namespace

std::vector<int> sharedBeginnings(const QStringList& names) {
    std::vector<qsizetype> order(static_cast<std::size_t>(names.size()));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&names](qsizetype at) { return names[at]; });
    std::vector<int> shared(order.size(), 0);
    // Of all names the neighbours in this order share the most.
    for (std::size_t i = 1; i < order.size(); ++i) {
        const QString& before = names[order[i - 1]];
        const QString& name = names[order[i]];
        if (before == name) {
            continue;
        }
        int& of_before = shared[static_cast<std::size_t>(order[i - 1])];
        int& of_name = shared[static_cast<std::size_t>(order[i])];
        of_before = std::max(of_before, sharedWith(before, name));
        of_name = std::max(of_name, sharedWith(name, before));
    }
    for (std::size_t i = 1; i < order.size(); ++i) {  // those of one name share the same
        if (names[order[i - 1]] == names[order[i]]) {
            shared[static_cast<std::size_t>(order[i])] =
                std::max(shared[static_cast<std::size_t>(order[i])],
                         shared[static_cast<std::size_t>(order[i - 1])]);
        }
    }
    return shared;
}

int apartFrom(const QString& name, int shared) {
    constexpr qsizetype kWordsMax = 20;  ///< characters of them
    const qsizetype comma = shared > 0 ? name.lastIndexOf(QStringLiteral(", "), shared - 1) : -1;
    return comma >= 0 && shared - comma <= kWordsMax ? static_cast<int>(comma) + 2 : shared;
}

QString withoutShared(const QString& name, int shared) {
    return shared > 0 ? kDots + name.mid(shared) : name;
}

QString shortName(const QString& name, int shared, const QFontMetricsF& metrics, double width) {
    if (metrics.horizontalAdvance(name) <= width) {
        return name;
    }
    if (shared <= 0) {
        return metrics.elidedText(name, Qt::ElideRight, width);
    }
    const QString rest = withoutShared(name, shared);
    if (const double room = width - metrics.horizontalAdvance(rest); room >= 0.0) {
        const QString begin = metrics.elidedText(
            name.left(shared), Qt::ElideRight, room + metrics.horizontalAdvance(kDots));
        const QString kept = begin.endsWith(kDots) ? begin.chopped(1).trimmed() : QString();
        return kept.size() >= kLettersMin ? kept + rest : rest;
    }
    return metrics.elidedText(rest, Qt::ElideRight, width);
}

}  // namespace throughline::ui
