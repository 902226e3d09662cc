// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/page_legend.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "ui/plot/plot_text.h"
#include "ui/style/short_names.h"

namespace throughline::ui {

namespace {

constexpr double kSwatchWidthPx = 30.0;
constexpr double kEntryGapPx = 22.0;
constexpr double kSwatchGapPx = 7.0;
constexpr int kBesideMax = 3;  ///< names in a line, where they are cut for it
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

const QString kAfterTitle = QStringLiteral(" \u00B7 ");

/// What a series is called on a page: its study, "" where that goes without saying, and what is of
/// it.
struct NameOnPage {
    QString title;
    QString own;

    QString whole() const { return title.isEmpty() ? own : title + kAfterTitle + own; }
};

NameOnPage nameOnPage(const PlotSeries& series) {
    return {.title = series.head.isEmpty() ? QString()
                                           : series.name.left(series.name.lastIndexOf(kAfterTitle)),
            .own = series.label.isEmpty() ? series.name : series.label};
}

/// In one line no wider than `room`: where there is little, of its study's title only as much as is
/// left beside what sets it apart.
QString cutToLine(const NameOnPage& name, int shared, const QFontMetricsF& metrics, double room) {
    constexpr double kTitleMin = 60.0;
    const double left = room - metrics.horizontalAdvance(kAfterTitle + name.own);
    return !name.title.isEmpty() && left >= kTitleMin
               ? shortName(name.title, shared, metrics, left) + kAfterTitle + name.own
               : metrics.elidedText(name.whole(), Qt::ElideMiddle, room);
}

/// The names of series for a legend on a page, in lines that are no wider than `width`. Those that
/// differ never look alike.
std::vector<QStringList> entryLines(const std::vector<LegendOf::Curve>& curves,
                                    const LegendRoom& room,
                                    double width) {
    const QFontMetricsF metrics(room.font);
    std::vector<NameOnPage> names;
    QStringList titles;
    for (const auto& [model, series] : curves) {
        names.push_back(nameOnPage(*series));
        titles << names.back().title;
    }
    std::vector<QStringList> lines;
    if (room.wraps) {
        for (const NameOnPage& name : names) {
            lines.push_back(wrappedLines(name.whole(), room.font, width));
        }
        return lines;
    }
    const std::vector<int> shared = sharedBeginnings(titles);
    QStringList shown;
    QStringList whole;
    for (std::size_t i = 0; i < names.size(); ++i) {
        shown << cutToLine(names[i], shared[i], metrics, width);
        whole << names[i].whole();
    }
    keepApart(shown, whole, metrics, std::vector<double>(names.size(), width));
    for (const QString& line : std::as_const(shown)) {
        lines.emplace_back(line);
    }
    return lines;
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

/// Where a legend's curves are named.
struct LegendPlace {
    QPointF from;
    double top = 0.0;  ///< below `from`
    double width = 0.0;
};

struct PlacedCurves {
    std::vector<LegendEntry> entries{};
    double bottom = 0.0;  ///< below LegendPlace::from
    qsizetype left = 0;   ///< how many found no place
};

/// With names so short that `beside` of them stand in a line.
PlacedCurves placedCurves(const std::vector<LegendOf::Curve>& curves,
                          const LegendRoom& room,
                          const LegendPlace& place,
                          int beside) {
    const QFontMetricsF metrics(room.font);
    const double line = legendLine(room.font);
    const double share = (place.width - kEntryGapPx * (beside - 1)) / beside;
    const std::vector<QStringList> names =
        entryLines(curves, room, share - kSwatchWidthPx - kSwatchGapPx);
    PlacedCurves placed{.left = static_cast<qsizetype>(curves.size())};
    QPointF at(0.0, place.top);
    double row = line;  // what the entries of the current one need
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const QStringList& lines = names[i];
        double text = 0.0;
        for (const QString& part : lines) {
            text = std::max(text, metrics.horizontalAdvance(part));
        }
        const double needed = kSwatchWidthPx + kSwatchGapPx + text;
        if (at.x() > 0.0 && at.x() + needed > place.width) {
            if (at.y() + row + line > line * room.linesMax) {
                endLegend(placed.entries,
                          room.font,
                          place.from + at,
                          placed.left,
                          place.from.x() + place.width);
                break;
            }
            at = QPointF(0.0, at.y() + row);
            row = line;
        }
        --placed.left;
        placed.entries.push_back({.model = curves[i].first,
                                  .series = curves[i].second,
                                  .lines = lines,
                                  .at = place.from + at});
        at.rx() += needed + kEntryGapPx;
        row = std::max(row, line + metrics.height() * static_cast<double>(lines.size() - 1));
    }
    placed.bottom = at.y() + row;
    return placed;
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
    const LegendPlace place{.from = from, .top = at.y(), .width = width};
    PlacedCurves placed = placedCurves(of.curves, room, place, 1);
    // Where names of the whole width leave some out, shorter ones stand beside each other.
    for (int beside = 2; placed.left > 0 && !room.wraps && beside <= kBesideMax; ++beside) {
        PlacedCurves closer = placedCurves(of.curves, room, place, beside);
        if (closer.left == 0) {
            placed = std::move(closer);
        }
    }
    if (placed.left > 0 && room.linesMost > room.linesMax) {
        LegendRoom roomy = room;
        roomy.linesMax = room.linesMost;
        placed = placedCurves(of.curves, roomy, place, room.wraps ? 1 : kBesideMax);
    }
    std::ranges::move(placed.entries, std::back_inserter(legend.entries));
    legend.height = placed.bottom;
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
