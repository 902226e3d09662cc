// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace throughline::ui {

/// A text of the what-if page in the reader's language. For the files of this folder alone.
inline QString words(const char* text) {
    return QCoreApplication::translate("throughline::whatif", text);
}

/// Stands where there is no value.
inline const QString kDash = QStringLiteral("–");

}  // namespace throughline::ui
