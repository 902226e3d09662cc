// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/levels_above.h"

#include <QCoreApplication>

#include "ui/plot/plot_text.h"

namespace throughline::ui {

namespace {

/// The levels of one line, and how many found no room.
QString lineOfLevels(const QStringList& levels, qsizetype left_out) {
    QStringList parts = levels;
    if (left_out > 0) {
        const auto count = static_cast<int>(left_out);
        parts << QCoreApplication::translate("Plot", "and %n more", nullptr, count);
    }
    return QStringLiteral("\u2191 ") + parts.join(QStringLiteral(" \u00B7 "));
}

}  // namespace

QStringList linesOfLevelsAbove(const std::vector<const PlotLevel*>& above,
                               const PlotModel& model,
                               const QFontMetricsF& metrics,
                               double width,
                               int most) {
    const auto fits = [&](const QString& line) { return metrics.horizontalAdvance(line) <= width; };
    QStringList lines;
    std::size_t next = 0;
    while (next < above.size() && lines.size() < most) {
        QStringList levels{levelText(
            model, *above[next], metrics, width - metrics.horizontalAdvance(lineOfLevels({}, 0)))};
        ++next;
        while (next < above.size() &&
               fits(lineOfLevels(levels + QStringList(levelText(model, *above[next])), 0))) {
            levels << levelText(model, *above[next]);
            ++next;
        }
        const bool last = lines.size() + 1 == most;
        while (last && next < above.size() && levels.size() > 1 &&
               !fits(lineOfLevels(levels, static_cast<qsizetype>(above.size() - next)))) {
            levels.removeLast();
            --next;
        }
        const auto left_out = last ? static_cast<qsizetype>(above.size() - next) : 0;
        if (left_out > 0 && !fits(lineOfLevels(levels, left_out))) {  // the only one of its line
            const double rest = metrics.horizontalAdvance(lineOfLevels({QString()}, left_out));
            levels = {levelText(model, *above[next - 1], metrics, width - rest)};
        }
        lines << lineOfLevels(levels, left_out);
    }
    return lines;
}

}  // namespace throughline::ui
