// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "engine/base/say.h"

namespace throughline::ui {

/// A text of the engine (engine/base/say.h) in the spoken language; as it is where it has none.
inline QString said(const char* message) {
    return QString::fromStdString(say(message));
}

}  // namespace throughline::ui
