// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/short_names.h"

#include <QSet>
#include <algorithm>
#include <functional>
#include <map>
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

namespace {

using Indices = std::vector<qsizetype>;

/// Names that differ and look alike.
std::vector<Indices> alikeIn(const QStringList& shown, const QStringList& names) {
    std::map<QString, Indices> looks;
    for (qsizetype i = 0; i < names.size(); ++i) {
        looks[shown[i]].push_back(i);
    }
    std::vector<Indices> alike;
    for (auto& [look, same] : looks) {
        if (std::ranges::any_of(same,
                                [&](qsizetype i) { return names[i] != names[same.front()]; })) {
            alike.push_back(std::move(same));
        }
    }
    return alike;
}

/// From where on a name differs from each other one of the group: of those that differ from it, the
/// last place. By letters, since words have no room here.
qsizetype lastDifference(const QString& name, const QStringList& group) {
    qsizetype last = 0;
    for (const QString& other : group) {
        if (other != name) {
            const auto differ = std::mismatch(name.begin(), name.end(), other.begin(), other.end());
            last = std::max(last, static_cast<qsizetype>(differ.first - name.begin()));
        }
    }
    return last;
}

/// "photos … 2 … full pipeline": each without the words that all of them have.
QStringList withoutCommonWords(const QStringList& names) {
    QSet<QString> common;
    for (qsizetype i = 0; i < names.size(); ++i) {
        const QStringList words = names[i].split(u' ', Qt::SkipEmptyParts);
        const QSet<QString> own(words.begin(), words.end());
        common = i == 0 ? own : common.intersect(own);
    }
    QStringList shorter;
    for (const QString& name : names) {
        QStringList kept;
        for (const QString& word : name.split(u' ', Qt::SkipEmptyParts)) {
            if (!common.contains(word)) {
                kept << word;
            } else if (kept.isEmpty() || kept.last() != kDots) {
                kept << QString(kDots);
            }
        }
        shorter << kept.join(u' ');
    }
    return shorter;
}

/// The ways in which names of one group are shortened, the best to read first.
using ShortenedGroup = std::function<QString(
    const QStringList& group, qsizetype at, const QFontMetricsF& metrics, double width)>;

QString byWhatTheyShare(const QStringList& group,
                        qsizetype at,
                        const QFontMetricsF& metrics,
                        double width) {
    const std::vector<int> shared = sharedBeginnings(group);
    return shortName(group[at], shared[static_cast<std::size_t>(at)], metrics, width);
}

QString byBothEnds(const QStringList& group,
                   qsizetype at,
                   const QFontMetricsF& metrics,
                   double width) {
    return metrics.elidedText(group[at], Qt::ElideMiddle, width);
}

QString byTheEnd(const QStringList& group,
                 qsizetype at,
                 const QFontMetricsF& metrics,
                 double width) {
    return metrics.elidedText(group[at], Qt::ElideLeft, width);
}

QString fromTheDifference(const QStringList& group,
                          qsizetype at,
                          const QFontMetricsF& metrics,
                          double width) {
    const qsizetype from = lastDifference(group[at], group);
    const QString rest = from > 0 ? kDots + group[at].mid(from) : group[at];
    return metrics.elidedText(rest, Qt::ElideRight, width);
}

/// Whether names that differ would look different, also from all others.
bool tellsApart(const QStringList& shown, const QStringList& names, const Indices& group) {
    for (const qsizetype i : group) {
        for (qsizetype other = 0; other < names.size(); ++other) {
            if (shown[i] == shown[other] && names[i] != names[other]) {
                return false;
            }
        }
    }
    return true;
}

/// Of all that look alike what no other of them says; whether that tells them apart.
bool byOwnWords(QStringList& shown,
                const QStringList& names,
                const std::vector<Indices>& alike,
                const QFontMetricsF& metrics,
                const std::vector<double>& widths) {
    Indices all;
    for (const Indices& group : alike) {
        all.insert(all.end(), group.begin(), group.end());
    }
    QStringList whole;
    for (const qsizetype i : all) {
        whole << names[i];
    }
    const QStringList shorter = withoutCommonWords(whole);
    for (std::size_t at = 0; at < all.size(); ++at) {
        const qsizetype i = all[at];
        const double width = widths[static_cast<std::size_t>(i)];
        shown[i] =
            metrics.horizontalAdvance(names[i]) <= width
                ? names[i]
                : metrics.elidedText(shorter[static_cast<qsizetype>(at)], Qt::ElideRight, width);
    }
    return tellsApart(shown, names, all);
}

}  // namespace

void keepApart(QStringList& shown,
               const QStringList& names,
               const QFontMetricsF& metrics,
               const std::vector<double>& widths) {
    static const std::vector<ShortenedGroup> kWays{
        byWhatTheyShare, byBothEnds, byTheEnd, fromTheDifference};
    const std::vector<Indices> alike = alikeIn(shown, names);
    if (alike.empty()) {
        return;
    }
    if (QStringList tried = shown; byOwnWords(tried, names, alike, metrics, widths)) {
        shown = std::move(tried);
        return;
    }
    for (const Indices& group : alike) {
        QStringList of_group;
        for (const qsizetype i : group) {
            of_group << names[i];
        }
        for (const ShortenedGroup& way : kWays) {
            QStringList tried = shown;
            for (std::size_t at = 0; at < group.size(); ++at) {
                const qsizetype i = group[at];
                tried[i] = way(of_group,
                               static_cast<qsizetype>(at),
                               metrics,
                               widths[static_cast<std::size_t>(i)]);
            }
            if (tellsApart(tried, names, group)) {
                shown = std::move(tried);
                break;
            }
        }
    }
}

QStringList shortNames(const QStringList& names,
                       const QFontMetricsF& metrics,
                       const std::vector<double>& widths) {
    const std::vector<int> shared = sharedBeginnings(names);
    QStringList shown;
    for (qsizetype i = 0; i < names.size(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        shown << shortName(names[i], shared[at], metrics, widths[at]);
    }
    keepApart(shown, names, metrics, widths);
    return shown;
}

QStringList shortNames(const QStringList& names, const QFontMetricsF& metrics, double width) {
    return shortNames(
        names, metrics, std::vector<double>(static_cast<std::size_t>(names.size()), width));
}

}  // namespace throughline::ui
