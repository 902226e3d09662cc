// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace throughline::ui {

/// A text of the pages that are presented in the reader's language. For their files alone.
inline QString worded(const char* text) {
    return QCoreApplication::translate("Present", text);
}

}  // namespace throughline::ui
