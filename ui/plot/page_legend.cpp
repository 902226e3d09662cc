// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/page_legend.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "ui/plot/plot_text.h"

namespace throughline::ui {

namespace {

constexpr double kSwatchWidthPx = 30.0;
constexpr double kEntryGapPx = 22.0;
constexpr double kSwatchGapPx = 7.0;
constexpr double kLine = 1.4;  ///< in heights of a line of text

/// Which curve it is, whatever it is called beside others.
using Identity = std::tuple<QString, QString, std::int64_t, QString, bool, QString>;

Identity identityOf(const PlotSeries& series) {
    // Of what is no curve of a study its name is all there is.
    const QString name = series.group.isEmpty() ? series.name : QString();
    return {series.group, series.curve, series.run, series.member, series.onSecondAxis, name};
}

using Look = std::tuple<int, int, int, int, int, int, bool, bool>;

Look lookOf(const PlotModel& model, const PlotSeries& series) {
    return {series.colourSlot,
            series.tint,
            static_cast<int>(series.marker),
            static_cast<int>(series.fill),
            static_cast<int>(series.origin),
            static_cast<int>(series.kind),
            drawnAsBars(model, series),
            series.unmeasured};
}

/// The name of a series for a legend on a page, in lines that are no wider than `room`. Where there
/// is little room, of its study's title only as much as is left beside what sets it apart.
QStringList entryLines(const PlotSeries& series, const QFont& font, double room, bool wraps) {
    const QFontMetricsF metrics(font);
    constexpr double kTitleMin = 60.0;
    const QString between = QStringLiteral(" \u00B7 ");
    QString text = series.label.isEmpty() ? series.name : series.label;
    if (!series.head.isEmpty()) {
        const double left = room - metrics.horizontalAdvance(between + text);
        const QString title = series.name.left(series.name.lastIndexOf(between));
        const bool fits = metrics.horizontalAdvance(title) <= left;
        if (fits || (left >= kTitleMin && !wraps)) {
            text = (fits ? title : metrics.elidedText(series.head, Qt::ElideRight, left)) +
                   between + text;
        } else {
            text = title + between + text;
        }
    }
    return wraps ? wrappedLines(text, font, room)
                 : QStringList(metrics.elidedText(text, Qt::ElideMiddle, room));
}

/// "and 12 more" behind the last entry, or in place of as many as it needs where there is no room
/// before `edge`.
void endLegend(
    std::vector<LegendEntry>& entries, const QFont& font, QPointF at, qsizetype left, double edge) {
    const auto words = [](qsizetype count) {
        return QCoreApplication::translate("Plot", "and %1 more").arg(count);
    };
    const double needed =
        QFontMetricsF(font).horizontalAdvance(words(left)) + kSwatchWidthPx + kSwatchGapPx;
    while (at.x() + needed > edge && !entries.empty() && entries.back().series != nullptr) {
        at = entries.back().at;
        entries.pop_back();
        ++left;
    }
    entries.push_back({.lines = {words(left)}, .at = at});
}

}  // namespace

double legendLine(const QFont& font) {
    return QFontMetricsF(font).height() * kLine;
}

LegendOf legendOf(const PlotModel& model, bool names) {
    QStringList notes{model.legendNote};
    for (const PlotSeries& series : model.series) {
        if (series.visible && !series.headNote.isEmpty()) {
            notes << QStringLiteral("%1 \u2013 %2").arg(series.head, series.headNote);
        }
    }
    notes.removeAll(QString());
    notes.removeDuplicates();
    LegendOf legend{.note = notes.join(QStringLiteral("; "))};
    for (const PlotSeries& series : model.series) {
        if (series.visible && names) {
            legend.curves.emplace_back(&model, &series);
        }
    }
    return legend;
}

std::optional<LegendOf> commonLegend(const std::vector<LegendOf>& legends) {
    LegendOf common = legends.front();
    std::map<Identity, std::pair<std::size_t, Look>> places;  // among the common ones
    std::map<Look, std::size_t> first_seen;                   // in which chart
    for (std::size_t chart = 0; chart < legends.size(); ++chart) {
        std::set<Identity> here;
        for (const LegendOf::Curve& curve : legends[chart].curves) {
            const Identity identity = identityOf(*curve.second);
            const Look look = lookOf(*curve.first, *curve.second);
            const std::size_t place = chart == 0 ? here.size() : common.curves.size();
            const auto [known, is_new] = places.try_emplace(identity, place, look);
            const bool is_alike = first_seen.try_emplace(look, chart).first->second != chart;
            const bool differs = is_new ? is_alike : known->second.second != look;
            if (!here.insert(identity).second || differs) {
                return legends.size() == 1 ? std::optional(common) : std::nullopt;
            }
            if (is_new && chart > 0) {
                common.curves.push_back(curve);
            } else if (LegendOf::Curve& before = common.curves[known->second.first];
                       curve.second->name.size() > before.second->name.size()) {
                before = curve;
            }
        }
        if (legends[chart].note != common.note) {
            return std::nullopt;
        }
    }
    return common;
}

PageLegend placedLegend(const LegendOf& of, const QRectF& box, const LegendRoom& room) {
    const QFontMetricsF metrics(room.font);
    const double width = box.width() - 2 * metrics.height();
    const QPointF from(box.left() + metrics.height(), box.top());
    const double line = legendLine(room.font);
    PageLegend legend;
    QPointF at;
    if (!of.note.isEmpty()) {
        const QStringList lines =
            room.wraps ? wrappedLines(of.note, room.font, width)
                       : QStringList(metrics.elidedText(of.note, Qt::ElideRight, width));
        legend.entries.push_back(
            {.lines = lines, .at = from - QPointF(kSwatchWidthPx + kSwatchGapPx, 0.0)});
        at.ry() += line + metrics.height() * static_cast<double>(lines.size() - 1);
    }
    if (of.curves.empty()) {
        legend.height = at.y();
        return legend;
    }
    double row = line;  // what the entries of the current one need
    auto left = static_cast<qsizetype>(of.curves.size());
    for (const auto& [model, series] : of.curves) {
        const QStringList lines =
            entryLines(*series, room.font, width - kSwatchWidthPx - kSwatchGapPx, room.wraps);
        double text = 0.0;
        for (const QString& part : lines) {
            text = std::max(text, metrics.horizontalAdvance(part));
        }
        const double needed = kSwatchWidthPx + kSwatchGapPx + text;
        if (at.x() > 0.0 && at.x() + needed > width) {
            if (at.y() + row + line > line * room.linesMax) {
                endLegend(legend.entries, room.font, from + at, left, from.x() + width);
                break;
            }
            at = QPointF(0.0, at.y() + row);
            row = line;
        }
        --left;
        legend.entries.push_back(
            {.model = model, .series = series, .lines = lines, .at = from + at});
        at.rx() += needed + kEntryGapPx;
        row = std::max(row, line + metrics.height() * static_cast<double>(lines.size() - 1));
    }
    legend.height = at.y() + row;
    return legend;
}

void paintLegend(QPainter& painter, const PageLegend& legend, const PlotLook& look) {
    const double height = QFontMetricsF(look.font).height();
    for (const LegendEntry& entry : legend.entries) {
        const QRectF swatch(entry.at, QSizeF(kSwatchWidthPx, height));
        if (entry.series != nullptr) {
            paintSwatch(painter, *entry.model, *entry.series, look.theme, swatch);
        }
        painter.setFont(look.font);
        painter.setPen(look.theme.text);
        QRectF line(swatch.right() + kSwatchGapPx, entry.at.y(), 1.0, height);
        for (const QString& text : entry.lines) {
            painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
            line.translate(0.0, height);
        }
    }
}

}  // namespace throughline::ui
