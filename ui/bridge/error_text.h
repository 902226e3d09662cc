// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/base/result.h"

namespace throughline::ui {

/// What kind of thing went wrong, as a sentence for people.
QString errorSentence(ErrorCode code);

/// The sentence and, after it, the engine's words: "Access was denied. (open '/x': Permission …)".
QString errorText(const Error& error);

/// The engine's words alone, in the window's language as far as they are messages of the catalogue.
QString engineWords(const Error& error);

/// What the engine wrote to its error stream, as a window shows it: without the program's name and
/// without the indented hints, which speak of its command line; keys that the dialog of remote data
/// has a field for are called as the field. Each line begins with a capital, but for names.
QString engineWords(const QByteArray& errorStream);

}  // namespace throughline::ui
