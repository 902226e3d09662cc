// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPen>

#include "ui/plot/plot_model.h"
#include "ui/style/theme.h"

namespace throughline::ui {

/// What is left of the colour of what is drawn pale.
inline constexpr double kPaleness = 0.45;

/// The colour of a series: that of its study, in its own tint; pale for published figures.
QColor seriesColour(const PlotSeries& series, const Theme& theme);
/// Imported and observed figures have hollow markers and bars, and what nobody measured.
bool isHollow(const PlotSeries& series) noexcept;
/// Predicted and what nobody measured is dotted, the second axis dashed, a stage alone
/// dash-dot-dotted, all else solid.
Qt::PenStyle lineStyle(const PlotSeries& series) noexcept;
/// Of a line drawn through this many points: thin where they are dense, and without the dashes of
/// lineStyle(), in which paintDenseLine() breaks it.
QPen linePen(const PlotSeries& series, const Theme& theme, qsizetype points);
/// The pen of what is drawn pale: warm-up.
QPen palePen(QPen pen, const Theme& theme);

/// Whether a line through this many points is left to paintDenseLine(): a pen dashes it badly, and
/// Qt Charts takes four times as long.
bool isDenseLine(qsizetype points) noexcept;

}  // namespace throughline::ui
