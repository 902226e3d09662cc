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
    return QString::fromUtf8(source).replace(QLatin1String("(s)"),
                                             QLatin1String(n == 1 ? "" : "s"));
}

}  // namespace throughline::ui
