// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace throughline::ui {

/// Black or white, whichever is better read on `ground`. Source: luma of ITU-R BT.601.
inline QColor inkOn(const QColor& ground) {
    const double luminance =
        0.299 * ground.redF() + 0.587 * ground.greenF() + 0.114 * ground.blueF();
    return luminance > 0.5 ? QColor(Qt::black) : QColor(Qt::white);
}

}  // namespace throughline::ui
