// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/import_words.h"

#include <QCoreApplication>

#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

using State = ImportOutcome::State;

QString words(const char* text) {
    return QCoreApplication::translate("ImportDialog", text);
}

}  // namespace

QString wordOf(const ImportOutcome& outcome) {
    switch (outcome.state) {
        case State::Waiting:
            return words("waiting");
        case State::Imported:
            return !outcome.questions.empty() ? words("imported, asks a question")
                   : outcome.warnings > 0     ? words("imported with warnings")
                                              : words("imported");
        case State::AlreadyThere:
            return outcome.inBin ? words("in the bin") : words("already imported");
        case State::Nothing:
            return outcome.questions.empty() ? words("contains no results")
                                             : words("asks a question");
        case State::Skipped:
            return words("skipped: no results");
        case State::Failed:
            return words("failed");
        case State::Stopped:
            return words("stopped");
    }
    return {};
}

QIcon iconOf(const ImportOutcome& outcome) {
    const Theme& theme = currentTheme();
    switch (outcome.state) {
        case State::Imported:
            return !outcome.questions.empty() ? icon(QStringLiteral("help"), theme.warning)
                   : outcome.warnings > 0     ? icon(QStringLiteral("warning"), theme.warning)
                                              : icon(QStringLiteral("check"), theme.good);
        case State::AlreadyThere:
            return icon(QStringLiteral("check"), theme.mutedText);
        case State::Nothing:
            return outcome.questions.empty() ? icon(QStringLiteral("info"), theme.mutedText)
                                             : icon(QStringLiteral("help"), theme.warning);
        case State::Failed:
            return icon(QStringLiteral("error"), theme.error);
        case State::Skipped:
        case State::Stopped:
            return icon(QStringLiteral("close"), theme.mutedText);
        case State::Waiting:
            return icon(QStringLiteral("more"), theme.mutedText);
    }
    return {};
}

QString detailsOf(const ImportOutcome& outcome) {
    QStringList lines;
    if (outcome.state == State::AlreadyThere) {
        lines << (outcome.inBin
                      ? words("This file was imported before and is in the bin; restore it there.")
                      : words("This file was imported before; nothing changed."));
    }
    if (outcome.rowsDropped > 0) {
        lines << QCoreApplication::translate(
            "ImportDialog", "%n row(s) left out.", nullptr, static_cast<int>(outcome.rowsDropped));
    }
    if (!outcome.message.isEmpty()) {
        lines << outcome.message;
    }
    return lines.join(u'\n');
}

QString othersText(const std::vector<ImportOutcome>& outcomes) {
    int there = 0;
    int nothing = 0;
    int asking = 0;
    int failed = 0;
    int stopped = 0;
    for (const ImportOutcome& outcome : outcomes) {
        there += outcome.state == State::AlreadyThere ? 1 : 0;
        const bool asks = outcome.state == State::Nothing && !outcome.questions.empty();
        asking += asks ? 1 : 0;
        nothing +=
            (outcome.state == State::Nothing && !asks) || outcome.state == State::Skipped ? 1 : 0;
        failed += outcome.state == State::Failed ? 1 : 0;
        stopped += outcome.state == State::Stopped ? 1 : 0;
    }
    QStringList sentences;
    const auto add = [&sentences](int count, const char* sentence) {
        if (count > 0) {
            sentences << QCoreApplication::translate("ImportDialog", sentence, nullptr, count);
        }
    };
    add(there, QT_TRANSLATE_N_NOOP("ImportDialog", "%n file(s) had been imported before."));
    add(nothing, QT_TRANSLATE_N_NOOP("ImportDialog", "No results were found in %n file(s)."));
    add(asking, QT_TRANSLATE_N_NOOP("ImportDialog", "%n file(s) without results ask a question."));
    add(failed, QT_TRANSLATE_N_NOOP("ImportDialog", "%n file(s) could not be imported."));
    add(stopped,
        QT_TRANSLATE_N_NOOP("ImportDialog",
                            "%n file(s) stayed out, because the import was stopped."));
    return sentences.join(u' ');
}

}  // namespace throughline::ui
