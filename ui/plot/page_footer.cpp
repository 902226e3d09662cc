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

/// The first lines, of which the last says how many more there are.
QStringList cutTo(QStringList lines, int most, const QFont& font, double width) {
    const qsizetype missing = lines.size() - most;
    if (missing <= 0) {
        return lines;
    }
    lines = lines.mid(0, most);
    const QString more =
        missing == 1 ? QCoreApplication::translate("Plot", "and one more line")
                     : QCoreApplication::translate("Plot", "and %1 more lines").arg(missing);
    const QFontMetricsF metrics(font);
    const QString between = QStringLiteral(" \u2026 ");
    const double left = width - metrics.horizontalAdvance(between + more);
    QString& last = lines.last();
    while (!last.isEmpty() && metrics.horizontalAdvance(last) > left) {
        last.chop(1);
    }
    last = last.trimmed() + between + more;
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
                        const FooterRoom& room) {
    if (paragraphs.isEmpty()) {
        return {};
    }
    QStringList sources = wrappedLines(paragraphs.front(), font, width);
    QStringList remarks;
    for (const QString& paragraph : paragraphs.mid(1)) {
        remarks += wrappedLines(paragraph, font, width);
    }
    // What a reader must know of the figures comes before where they are from.
    const int for_sources = std::max(1, room.lines - static_cast<int>(remarks.size()));
    const int for_remarks = std::max(1, room.linesMost - std::min(for_sources, 1));
    return cutTo(std::move(sources), for_sources, font, width) +
           cutTo(std::move(remarks), for_remarks, font, width);
}

}  // namespace throughline::ui
