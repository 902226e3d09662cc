// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QStringList>

namespace throughline::ui {

/// What stands below the charts of a page, in small print.
QFont footerFont(const QFont& font);

struct FooterRoom {
    int lines = 0;      ///< that it may have
    int linesMost = 0;  ///< with remarks that would not be in them
};

/// The paragraphs as lines that are no wider than `width` in `font`. The first, which says where
/// the figures are from, makes way for the remarks behind it; what is cut ends with how many lines
/// are missing.
QStringList footerLines(const QStringList& paragraphs,
                        const QFont& font,
                        double width,
                        const FooterRoom& room);

}  // namespace throughline::ui
