// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/series_look.h"

namespace throughline::ui {

namespace {

/// Wide pens are what costs in Qt Charts 6.4: 12 lines of 4,000 points took 117 ms at 2 px and
/// 15 ms at 1 px.
constexpr qsizetype kWidePenPointsMax = 500;
constexpr double kWidePenPx = 2.0;
constexpr double kThinPenPx = 1.0;
/// A dotted line is a dot and twice its width of nothing. Predictions of the same rates lie on one
/// another: each shows in the gaps of the others.
constexpr int kDotAndGap = 3;

}  // namespace

QColor seriesColour(const PlotSeries& series, const Theme& theme) {
    return curveColour(
        series.colourSlot, series.tint, series.origin == record::Origin::Published, theme.dark);
}

bool isHollow(const PlotSeries& series) noexcept {
    return series.unmeasured || series.origin == record::Origin::Observed ||
           series.origin == record::Origin::Imported;
}

Qt::PenStyle lineStyle(const PlotSeries& series) noexcept {
    if (series.kind == SeriesKind::Reference) {
        return Qt::DashDotLine;
    }
    if (series.origin == record::Origin::Predicted || series.unmeasured) {
        return Qt::DotLine;
    }
    if (series.onSecondAxis) {
        return Qt::DashLine;
    }
    return series.stageAlone ? Qt::DashDotDotLine : Qt::SolidLine;
}

QPen linePen(const PlotSeries& series, const Theme& theme, qsizetype points) {
    const bool sparse = points <= kWidePenPointsMax;
    QPen pen(seriesColour(series, theme),
             sparse && series.kind != SeriesKind::Reference ? kWidePenPx : kThinPenPx,
             sparse ? lineStyle(series) : Qt::SolidLine,
             Qt::FlatCap,
             Qt::RoundJoin);
    if (sparse && series.origin == record::Origin::Predicted && series.colourSlot > 0) {
        pen.setDashOffset(series.colourSlot % kDotAndGap);
    }
    return pen;
}

bool isDenseLine(qsizetype points) noexcept {
    return points > kWidePenPointsMax;
}

QPen palePen(QPen pen, const Theme& theme) {
    pen.setColor(mixedColour(theme.surface, pen.color(), kPaleness));
    return pen;
}

}  // namespace throughline::ui
