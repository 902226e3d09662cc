// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/bar_names.h"

#include <QSet>
#include <algorithm>

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

}  // namespace

BarNames namesBelowBars(const ScenarioDocument& document) {
    constexpr qsizetype kLinesOfWhole = 2;
    constexpr qsizetype kCharsOfWhole = 70;
    constexpr qsizetype kLinesOfShort = 3;  // narrow letters and digits for the most part
    constexpr qsizetype kCharsOfShort = 80;
    BarNames whole;
    for (int column = 0; column < document.columnCount(); ++column) {
        whole.names << document.columnName(column);
    }
    if (fitBelowBars(whole.names, kLinesOfWhole, kCharsOfWhole)) {
        return whole;
    }
    // What all of them say tells nobody which is which.
    QStringList common = partsOfName(whole.names.value(1));
    for (const QString& name : whole.names.mid(1)) {
        const QStringList parts = partsOfName(name);
        common.removeIf([&](const QString& part) { return !parts.contains(part); });
    }
    BarNames apart{.names = {whole.names.front()}, .common = common.join(QStringLiteral(", "))};
    for (const QString& name : whole.names.mid(1)) {
        QStringList parts = partsOfName(name);
        parts.removeIf([&](const QString& part) { return common.contains(part); });
        apart.names << (parts.isEmpty() ? name : parts.join(QStringLiteral(", ")));
    }
    const QSet<QString> different(apart.names.begin(), apart.names.end());
    if (different.size() == apart.names.size() &&
        fitBelowBars(apart.names, kLinesOfShort, kCharsOfShort)) {
        return apart;
    }
    BarNames numbers{.names = {whole.names.front()}, .is_numbered = true};
    for (int column = 1; column < document.columnCount(); ++column) {
        numbers.names << QStringLiteral("#%1").arg(column);
    }
    return numbers;
}

}  // namespace throughline::ui
