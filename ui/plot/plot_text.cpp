// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_text.h"

#include <QCoreApplication>
#include <QTextLayout>
#include <QTextOption>
#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/plot/ticks.h"
#include "ui/style/short_names.h"

namespace throughline::ui {

namespace {

constexpr int kSeriesInStatusMax = 8;
constexpr int kSeriesDescribedMax = 12;

QString tr(const char* text) {
    return QCoreApplication::translate("Plot", text);
}

QString labelled(const PlotAxis& axis, double value) {
    return QStringLiteral("%1: %2").arg(axis.title, valueText(axis, value));
}

/// A cursor is no more exact than its pixel: four digits say all there is, but of a date.
double rounded(const PlotAxis& axis, double value) {
    return axis.isDate ? value : QString::number(value, 'g', 4).toDouble();
}

QString describeSeries(const PlotModel& model, const PlotSeries& series) {
    const PlotPoint* lowest = nullptr;
    const PlotPoint* highest = nullptr;
    qsizetype count = 0;
    for (const PlotPoint& point : series.points) {
        if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
            continue;
        }
        ++count;
        lowest = lowest == nullptr || point.y < lowest->y ? &point : lowest;
        highest = highest == nullptr || point.y > highest->y ? &point : highest;
    }
    if (highest != nullptr && series.kind == SeriesKind::Cells && model.z) {
        const auto by_z = [](const PlotPoint& a, const PlotPoint& b) { return a.z < b.z; };
        const auto [least, most] = std::ranges::minmax_element(series.points, by_z);
        return tr("%1: %2 cells from %3 to %4.")
            .arg(series.name)
            .arg(count)
            .arg(valueText(*model.z, least->z), valueText(*model.z, most->z));
    }
    if (highest == nullptr) {
        return tr("%1: no points.").arg(series.name);
    }
    const PlotAxis& y = model.yAxisOf(series);
    return tr("%1: %2 points, lowest %3 at %4, highest %5 at %6.")
        .arg(series.name)
        .arg(count)
        .arg(valueText(y, lowest->y),
             valueText(model.x, lowest->x),
             valueText(y, highest->y),
             valueText(model.x, highest->x));
}

}  // namespace

QStringList wrappedLines(const QString& text, const QFont& font, double width) {
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    QStringList lines;
    for (QTextLine line = layout.createLine(); line.isValid() && !text.isEmpty();
         line = layout.createLine()) {
        line.setLineWidth(width);
        lines << text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines;
}

QStringList pointLines(const PlotModel& model, const PointRef& point) {
    const PlotSeries& series = model.series[point.series];
    const PlotPoint& at = series.points[point.point];
    const PlotAxis& y = model.yAxisOf(series);
    QStringList lines{series.name, labelled(model.x, at.x), labelled(y, at.y)};
    if (series.kind == SeriesKind::Cells && model.z) {
        lines << labelled(*model.z, at.z);
    }
    if (series.kind == SeriesKind::Band && at.hasInterval() && at.low != at.high) {
        lines
            << tr("Mean of samples from %1 to %2").arg(valueText(y, at.low), valueText(y, at.high));
    } else if (at.hasInterval() && at.low != at.high) {
        const QString low = valueText(y, at.low);
        const QString high = valueText(y, at.high);
        lines << (series.origin == record::Origin::Published
                      ? tr("Stated by the source: %1 to %2").arg(low, high)
                      : tr("%1 % interval: %2 to %3").arg(series.intervalPercent).arg(low, high));
    }
    if (!at.pin.isEmpty()) {
        lines << tr("Note: %1").arg(at.pin);
    }
    if (!at.note.isEmpty()) {
        lines << at.note.split(QChar(u'\n'));
    }
    return lines;
}

QString statusLine(const PlotModel& model,
                   std::span<const PlacedSeries> placed,
                   const PlotMap& map,
                   const QPointF& pixel,
                   bool with_series) {
    const QPointF place = map.toPlace(pixel, false);
    QStringList parts{labelled(model.x, rounded(model.x, valueAt(place.x(), model.x.scale))),
                      labelled(model.y, rounded(model.y, valueAt(place.y(), model.y.scale)))};
    if (model.y2) {
        const double second = map.toPlace(pixel, true).y();
        parts << labelled(*model.y2, valueAt(second, model.y2->scale));
    }
    int shown = 0;
    for (std::size_t s = 0; with_series && s < placed.size(); ++s) {
        const auto nearest = placed[s].visible ? nearestAlongX(placed[s], place.x()) : std::nullopt;
        if (!nearest || ++shown > kSeriesInStatusMax) {
            continue;
        }
        const PlotSeries& series = model.series[s];
        const PlotPoint& point = series.points[*nearest];
        parts << tr("%1: %2 at %3")
                     .arg(series.name,
                          valueText(model.yAxisOf(series), point.y),
                          valueText(model.x, point.x));
    }
    return parts.join(QStringLiteral("   \u00B7   "));
}

QString pickedRange(const PlotModel& model, const PointIds& ids) {
    std::optional<Span> range;
    for (const PlotSeries& series : model.series) {
        if (ids.empty() || !series.visible || series.kind == SeriesKind::Reference ||
            series.onSecondAxis) {
            continue;
        }
        for (const PlotPoint& point : series.points) {
            const double value = series.kind == SeriesKind::Cells ? point.z : point.y;
            if (std::isfinite(value) && ids.count(point.id) > 0) {
                const Span so_far = range.value_or(Span{value, value});
                range = Span{std::min(so_far.low, value), std::max(so_far.high, value)};
            }
        }
    }
    if (!range) {
        return {};
    }
    const PlotAxis& axis = model.z ? *model.z : model.y;
    return range->low == range->high
               ? valueText(axis, range->low)
               : tr("%1 to %2").arg(valueText(axis, range->low), valueText(axis, range->high));
}

QString pointsForBarsText() {
    return tr("Shown as points, not bars: the axis is logarithmic");
}

/// Without as many words of its middle as it must be; cut within a word only where its first and
/// its last word are too much.
static QString withoutMiddleWords(const QString& text,
                                  const QFontMetricsF& metrics,
                                  double width,
                                  Qt::TextElideMode cut = Qt::ElideRight) {
    const QStringList words = text.split(QChar(u' '), Qt::SkipEmptyParts);
    for (qsizetype kept = words.size() - 1; kept >= 2; --kept) {
        const qsizetype behind = kept / 2;
        const QString shorter =
            (words.mid(0, kept - behind) + QStringList(QStringLiteral("\u2026")) +
             words.mid(words.size() - behind))
                .join(QChar(u' '));
        if (metrics.horizontalAdvance(shorter) <= width) {
            return shorter;
        }
    }
    return metrics.elidedText(text, cut, width);
}

/// What a line is of, without a study: "best of 4:" behind it goes first, and what is short
/// ("storage alone") is never cut: a line "… alone" is read as another stage's.
static QString shortenedRest(const QString& rest, const QFontMetricsF& metrics, double width) {
    constexpr qsizetype kShort = 32;  ///< characters
    if (metrics.horizontalAdvance(rest) <= width) {
        return rest;
    }
    const qsizetype comma = rest.endsWith(u':') ? rest.lastIndexOf(QStringLiteral(", ")) : -1;
    const QString least = comma > 0 ? rest.left(comma) : rest;
    return least.size() <= kShort ? least : withoutMiddleWords(rest, metrics, width);
}

static const QString kBeforeStage = QStringLiteral(" \u00B7 ");  ///< between a study and its stage

/// The studies that lines are of, each once, with this one.
static QStringList studiesOfLevels(const PlotModel& model, const QString& with) {
    QStringList studies{with};
    for (const PlotLevel& level : model.levels) {
        const qsizetype at = level.text.lastIndexOf(kBeforeStage);
        if (at > 0 && model.isShown(level)) {
            studies << level.text.left(at);
        }
    }
    studies.removeDuplicates();
    return studies;
}

/// Of the study before the last dot as much as there is room for, and in any case what tells it
/// from those of other lines; where there are none, or its letters would remind of none, nothing.
static QString shortenedLevel(const PlotModel& model,
                              const QString& text,
                              const QFontMetricsF& metrics,
                              double width) {
    constexpr double kNameCharsMin = 6.0;  ///< less reminds of no study
    const qsizetype at = text.lastIndexOf(kBeforeStage);
    if (at < 0) {
        return shortenedRest(text, metrics, width);
    }
    const QString rest = text.mid(at + kBeforeStage.size());
    const double least = kNameCharsMin * metrics.averageCharWidth();
    const double room = width - metrics.horizontalAdvance(kBeforeStage + rest);
    const QStringList studies = studiesOfLevels(model, text.left(at));
    if (studies.size() > 1) {
        return shortNames(studies, metrics, std::max(room, least)).front() + kBeforeStage + rest;
    }
    return room >= least ? withoutMiddleWords(studies.front(), metrics, room, Qt::ElideMiddle) +
                               kBeforeStage + rest
                         : shortenedRest(rest, metrics, width);
}

QString levelText(const PlotModel& model, const PlotLevel& level) {
    return QStringLiteral("%1 %2").arg(level.text, valueText(model.y, level.y));
}

QString levelText(const PlotModel& model,
                  const PlotLevel& level,
                  const QFontMetricsF& metrics,
                  double width) {
    PlotLevel shorter = level;
    const double too_much = metrics.horizontalAdvance(levelText(model, level)) - width;
    if (too_much > 0.0) {
        const double room = metrics.horizontalAdvance(level.text) - too_much;
        shorter.text = shortenedLevel(model, level.text, metrics, std::max(room, 0.0));
    }
    return levelText(model, shorter);
}

std::vector<const PlotLevel*> levelsAbove(const PlotModel& model, const Span& y) {
    std::vector<const PlotLevel*> above;
    for (const PlotLevel& level : model.levels) {
        if (model.isShown(level) && placeOf(level.y, model.y.scale) > y.high) {
            above.push_back(&level);
        }
    }
    std::ranges::sort(above, [](const PlotLevel* a, const PlotLevel* b) { return a->y < b->y; });
    return above;
}

QString describePlot(const PlotModel& model) {
    if (!model.hasPoints()) {
        return tr("Empty chart. %1").arg(model.emptyText);
    }
    const QString y = axisTitle(model.y, {});
    const QString x = axisTitle(model.x, {});
    QString text = model.y2
                       ? tr("Chart of %1 and %2 against %3.").arg(y, axisTitle(*model.y2, {}), x)
                       : tr("Chart of %1 against %2.").arg(y, x);
    if (hasPointsForBars(model)) {
        text += QChar(u' ') + pointsForBarsText() + QChar(u'.');
    }
    int described = 0;
    for (const PlotSeries& series : model.series) {
        if (series.visible && ++described <= kSeriesDescribedMax) {
            text += QChar(u' ') + describeSeries(model, series);
        }
    }
    if (described > kSeriesDescribedMax) {
        text += QChar(u' ') + tr("And %1 more series.").arg(described - kSeriesDescribedMax);
    }
    for (const PlotSeries& series : model.series) {
        for (const PlotPoint& point : series.points) {
            if (series.visible && !point.pin.isEmpty()) {
                text += QChar(u' ') + tr("Note on %1 at %2: %3.")
                                          .arg(series.name, valueText(model.x, point.x), point.pin);
            }
        }
    }
    for (const PlotLevel& level : model.levels) {
        if (model.isShown(level)) {
            text += QChar(u' ') + tr("A line at %1.").arg(levelText(model, level));
        }
    }
    return text;
}

}  // namespace throughline::ui
