// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/english_plurals.h"

namespace throughline::ui {

QString EnglishPlurals::translate(const char* /*context*/,
                                  const char* source,
                                  const char* /*disambiguation*/,
                                  int n) const {
    if (n < 0) {
        return {};  // not a text with a number: stays as written
    }
    QString text = QString::fromUtf8(source);
    if (n != 1) {
        text.replace(QLatin1String("study(s)"), QLatin1String("studies"));
    }
    return text.replace(QLatin1String("(s)"), QLatin1String(n == 1 ? "" : "s"));
}

}  // namespace throughline::ui
