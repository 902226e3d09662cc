// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/assumed_text.h"

#include <algorithm>
#include <vector>

#include "engine/whatif/assumptions.h"
#include "engine/whatif/headline.h"

namespace throughline::ui {

QString assumedText(const whatif::Answer& answer) {
    QStringList sentences;
    for (const std::string& sentence : whatif::assumptions_of(answer)) {
        sentences << QString::fromStdString(sentence);
    }
    if (const std::string overlap = whatif::overlap_text(answer); !overlap.empty()) {
        sentences << QString::fromStdString(overlap);
    }
    return sentences.join(u' ');
}

QStringList assumedOfAll(const ScenarioDocument& document) {
    return assumedOfAll(document, [&](int column) { return document.columnName(column); });
}

QStringList assumedOfAll(const ScenarioDocument& document,
                         const std::function<QString(int column)>& nameOf) {
    struct Said {
        QString sentence;
        QStringList names;
    };
    std::vector<Said> all;
    for (int column = 0; column < document.columnCount(); ++column) {
        if (!document.isAnswered(column)) {
            continue;
        }
        const auto& answers = document.answers().answers;
        for (const auto& text : whatif::assumptions_of(answers[static_cast<std::size_t>(column)])) {
            const QString sentence = QString::fromStdString(text);
            auto same = std::ranges::find(all, sentence, &Said::sentence);
            if (same == all.end()) {
                same = all.insert(all.end(), {.sentence = sentence, .names = {}});
            }
            same->names << nameOf(column);
        }
    }
    QStringList told;
    std::vector<bool> is_told(all.size(), false);
    for (std::size_t i = 0; i < all.size(); ++i) {
        QStringList sentences;
        for (std::size_t k = i; k < all.size(); ++k) {
            if (!is_told[k] && all[k].names == all[i].names) {
                sentences << all[k].sentence;
                is_told[k] = true;
            }
        }
        if (!sentences.isEmpty()) {
            told << QStringLiteral("%1: %2").arg(all[i].names.join(QStringLiteral(", ")),
                                                 sentences.join(u' '));
        }
    }
    return told;
}

}  // namespace throughline::ui
