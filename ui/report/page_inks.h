// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include "engine/report/content.h"

// Colours of pages; what they say is said in words, too.
namespace throughline::ui {

QColor softInk();  ///< of captions and remarks
QColor lineInk();  ///< of rules and frames
QColor toneInk(report::Tone tone);

}  // namespace throughline::ui
