// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/base/language.h"
#include "ui/shell/language_setting.h"

class QCommandLineOption;
class QCoreApplication;
class QSettings;

namespace throughline::ui {

/// The language with that code; else, as for kLanguageOfSystem, the first of the desktop's that
/// the window speaks, or English.
Language languageOf(const QString& code);

inline constexpr const char* kLanguageOption = "language";
QCommandLineOption languageOption();
/// What stands behind --language, "" without it. For texts that are written before the command
/// line is parsed; whether it is a language is for faultOfLanguage() to say.
QString languageAsked(int argc, char** argv);
/// What is wrong with the code; "" when nothing is.
QString faultOfLanguage(const QString& code);

/// Texts, plurals, dates and the marks of numbers in that language, for the rest of the program;
/// where the engine's `Speaking` says another one, texts and figures follow it.
/// Qt's own texts (file dialogs, standard buttons) follow where its translations are installed
/// (Debian: qt6-translations-l10n); where not, the buttons do and the rest stays English.
/// Thread: GUI, once, before the first text is asked for: tables keep theirs.
void speak(QCoreApplication& application, Language language);
/// speak() in the language that was asked for at the start, else in the preferred one.
void speakAsPreferred(QCoreApplication& application, const QString& asked, QSettings& settings);

}  // namespace throughline::ui
