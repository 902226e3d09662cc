// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/bar_names.h"

#include <QHash>
#include <QSet>
#include <algorithm>
#include <functional>

namespace throughline::ui {

namespace {

/// Whether each can stand below its bar in so many lines, of which all together have room for so
/// many characters.
bool fitBelowBars(const QStringList& names, qsizetype lines, qsizetype charsOfSlide) {
    const qsizetype chars = charsOfSlide / names.size();
    return std::ranges::all_of(names, [&](const QString& name) {
        const QStringList words = name.split(u' ');
        return name.size() <= lines * chars && std::ranges::all_of(words, [&](const QString& word) {
                   return word.size() <= chars;
               });
    });
}

/// "8 × A100", "gp3" of "8 × A100, gp3"; offers join a machine and its storage by "+".
QStringList partsOfName(const QString& name) {
    QString listed = name;
    return listed.replace(QStringLiteral(" + "), QStringLiteral(", "))
        .split(QStringLiteral(", "), Qt::SkipEmptyParts);
}

/// Each without the parts that `leavesOut` says of how many scenarios have them. The first is the
/// base and stays; a name of which nothing would be left does, too.
BarNames withoutParts(const QStringList& whole,
                      const std::function<bool(qsizetype scenarios)>& leavesOut) {
    QHash<QString, qsizetype> having;
    for (const QString& name : whole.mid(1)) {
        const QStringList parts = partsOfName(name);
        for (const QString& part : QSet<QString>(parts.begin(), parts.end())) {
            ++having[part];
        }
    }
    BarNames shorter{.names = {whole.front()}, .rest = {QString()}};
    for (const QString& name : whole.mid(1)) {
        QStringList kept;
        QStringList left;
        for (const QString& part : partsOfName(name)) {
            (leavesOut(having[part]) ? left : kept) << part;
        }
        const QString separator = QStringLiteral(", ");
        shorter.names << (kept.isEmpty() || left.isEmpty() ? name : kept.join(separator));
        shorter.rest << (kept.isEmpty() ? QString() : left.join(separator));
    }
    return shorter;
}

bool areDifferent(const QStringList& names) {
    return QSet<QString>(names.begin(), names.end()).size() == names.size();
}

}  // namespace

BarNames namesBelowBars(const ScenarioDocument& document) {
    constexpr qsizetype kLinesOfWhole = 2;
    constexpr qsizetype kCharsOfWhole = 70;
    constexpr qsizetype kLinesOfShort = 3;  // narrow letters and digits for the most part
    constexpr qsizetype kCharsOfShort = 80;
    BarNames whole;
    for (int column = 0; column < document.columnCount(); ++column) {
        whole.names << document.columnName(column);
        whole.rest << QString();
    }
    if (fitBelowBars(whole.names, kLinesOfWhole, kCharsOfWhole)) {
        return whole;
    }
    const qsizetype scenarios = whole.names.size() - 1;
    for (const qsizetype from : {scenarios, qsizetype{2}}) {
        BarNames shorter =
            withoutParts(whole.names, [from](qsizetype having) { return having >= from; });
        if (areDifferent(shorter.names) &&
            fitBelowBars(shorter.names, kLinesOfShort, kCharsOfShort)) {
            return shorter;
        }
    }
    BarNames numbers{.names = {whole.names.front()}, .rest = {QString()}, .is_numbered = true};
    for (int column = 1; column < document.columnCount(); ++column) {
        numbers.names << QStringLiteral("#%1").arg(column);
        numbers.rest << whole.names[column];
    }
    return numbers;
}

}  // namespace throughline::ui
