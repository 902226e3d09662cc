// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/base/result.h"

namespace throughline::ui {

/// What kind of thing went wrong, as a sentence for people.
QString errorSentence(ErrorCode code);

/// The sentence and, after it, the engine's words: "Access was refused. (open '/x': Permission …)".
QString errorText(const Error& error);

}  // namespace throughline::ui
