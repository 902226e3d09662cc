// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/assumed_text.h"

#include "engine/whatif/assumptions.h"

namespace throughline::ui {

QString assumedText(const whatif::Answer& answer) {
    QStringList sentences;
    for (const std::string& sentence : whatif::assumptions_of(answer)) {
        sentences << QString::fromStdString(sentence);
    }
    return sentences.join(u' ');
}

QStringList assumedOfAll(const ScenarioDocument& document) {
    QStringList all;
    for (int column = 0; column < document.columnCount(); ++column) {
        if (!document.isAnswered(column)) {
            continue;
        }
        const auto index = static_cast<std::size_t>(column);
        const QString assumed = assumedText(document.answers().answers[index]);
        if (!assumed.isEmpty()) {
            all << QStringLiteral("%1: %2").arg(document.columnName(column), assumed);
        }
    }
    return all;
}

}  // namespace throughline::ui
