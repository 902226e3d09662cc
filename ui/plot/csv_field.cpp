// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/csv_field.h"

namespace throughline::ui {

QString csvField(QString text) {
    const bool quote = text.contains(QChar(u',')) || text.contains(QChar(u'"')) ||
                       text.contains(QChar(u'\n')) || text.contains(QChar(u'\r'));
    if (!quote) {
        return text;
    }
    text.replace(QChar(u'"'), QStringLiteral("\"\""));
    return QChar(u'"') + text + QChar(u'"');
}

}  // namespace throughline::ui
