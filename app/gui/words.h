// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace throughline::ui {

/// A text of the commands in the reader's language. For the files of this folder alone.
inline QString tr(const char* text) {
    return QCoreApplication::translate("throughline::ui::ExportCommand", text);
}

}  // namespace throughline::ui
