// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/short_names.h"

#include <algorithm>
#include <numeric>

namespace throughline::ui {

namespace {

constexpr QChar kDots(u'…');
constexpr qsizetype kLettersMin = 3;  ///< "p…" reminds nobody of anything
constexpr qsizetype kOwnLettersMin = 10;
constexpr double kBeginningShare = 0.3;  ///< of the width, where neither end has room
constexpr double kBeginningFromChars = 18.0;

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

/// As much of a beginning as there is room for; "" for no more than a reminder of nothing.
QString beginningOf(const QString& text, const QFontMetricsF& metrics, double room) {
    const QString cut =
        metrics.elidedText(text, Qt::ElideRight, room + metrics.horizontalAdvance(kDots));
    const QString kept = cut.endsWith(kDots) ? cut.chopped(1).trimmed() : QString();
    return room >= 0.0 && kept.size() >= kLettersMin ? kept : QString();
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
    const double room = width - metrics.horizontalAdvance(rest);
    if (const QString kept = beginningOf(name.left(shared), metrics, room); !kept.isEmpty()) {
        return kept + rest;
    }
    // A list is read by how names begin: that stays where enough of what sets this one apart is
    // seen behind it, else a few letters of it.
    const QString cut = metrics.elidedText(name, Qt::ElideRight, width);
    if (cut.size() - 1 - shared >= kOwnLettersMin) {
        return cut;
    }
    if (room >= 0.0) {
        return rest;
    }
    const QString kept = beginningOf(name.left(shared), metrics, width * kBeginningShare);
    const bool is_narrow = width < kBeginningFromChars * metrics.averageCharWidth();
    return is_narrow ? metrics.elidedText(rest, Qt::ElideRight, width)
                     : kept + metrics.elidedText(
                                  rest, Qt::ElideRight, width - metrics.horizontalAdvance(kept));
}

}  // namespace throughline::ui
