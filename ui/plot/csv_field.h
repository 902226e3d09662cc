// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace throughline::ui {

/// A text as a field of RFC 4180: in quotes where it holds a comma, a quote or a line's end.
QString csvField(QString text);

}  // namespace throughline::ui
