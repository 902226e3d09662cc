// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QStringList>

namespace throughline::ui {

/// What stands below the charts of a page, in small print.
QFont footerFont(const QFont& font);

/// The paragraphs as lines that are no wider than `width` in `font`. Where there are more than
/// `linesMax`, the last one ends with how many are missing.
QStringList footerLines(const QStringList& paragraphs,
                        const QFont& font,
                        double width,
                        int linesMax);

}  // namespace throughline::ui
