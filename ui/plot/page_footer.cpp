// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/page_footer.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>

#include "ui/plot/plot_text.h"

namespace throughline::ui {

namespace {

constexpr double kSmallPrint = 0.85;
constexpr double kPointSizeMin = 6.0;

}  // namespace

QFont footerFont(const QFont& font) {
    QFont small = font;
    small.setPointSizeF(std::max(font.pointSizeF() * kSmallPrint, kPointSizeMin));
    return small;
}

QStringList footerLines(const QStringList& paragraphs,
                        const QFont& font,
                        double width,
                        int linesMax) {
    QStringList lines;
    for (const QString& paragraph : paragraphs) {
        lines += wrappedLines(paragraph, font, width);
    }
    if (lines.size() <= linesMax) {
        return lines;
    }
    const QString more = QCoreApplication::translate("Plot", " \u2026 and %1 more lines")
                             .arg(lines.size() - linesMax);
    lines = lines.mid(0, linesMax);
    if (!lines.isEmpty()) {
        const QFontMetricsF metrics(font);
        lines.last() = metrics.elidedText(
                           lines.last(), Qt::ElideRight, width - metrics.horizontalAdvance(more)) +
                       more;
    }
    return lines;
}

}  // namespace throughline::ui
