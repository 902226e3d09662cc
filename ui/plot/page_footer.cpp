// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/page_footer.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QTextLayout>
#include <QTextOption>
#include <algorithm>

namespace throughline::ui {

namespace {

constexpr double kSmallPrint = 0.85;
constexpr double kPointSizeMin = 6.0;

QStringList wrapped(const QString& paragraph, const QFont& font, double width) {
    QTextLayout layout(paragraph, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    QStringList lines;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        lines << paragraph.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines;
}

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
        lines += wrapped(paragraph, font, width);
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
