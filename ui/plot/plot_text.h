// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QString>
#include <QStringList>
#include <span>
#include <vector>

#include "ui/plot/plot_map.h"
#include "ui/plot/plot_model.h"
#include "ui/plot/point_ids.h"

namespace throughline::ui {

/// A text as lines that are no wider than `width`; none of an empty one.
QStringList wrappedLines(const QString& text, const QFont& font, double width);

/// What a tooltip says of a point: the name of its series, then a line for each of x and y with
/// units, the interval where there is one, and the point's note.
QStringList pointLines(const PlotModel& model, const PointRef& point);

/// The values under the cursor: the cursor's own x and y, and with `with_series` of each visible
/// series the value nearest along x, eight at most.
QString statusLine(const PlotModel& model,
                   std::span<const PlacedSeries> placed,
                   const PlotMap& map,
                   const QPointF& pixel,
                   bool with_series);

/// ": 1.2 k images/s to 3.4 k images/s", the values of the picked points on the first y axis (of
/// cells: theirs); "" without any.
QString pickedRange(const PlotModel& model, const PointIds& ids);

/// The chart in sentences, for those who cannot see it.
QString describePlot(const PlotModel& model);

/// Why a chart of bars shows points: see hasPointsForBars().
QString pointsForBarsText();

/// "storage alone 8.49 k images/s"
QString levelText(const PlotModel& model, const PlotLevel& level);
/// No wider than `width`: the value is there whole, of its name as many words as there is room for.
/// A stage is never cut, and may be wider; the study before it is cut, to what tells it from those
/// of other lines, or left out where there are none.
QString levelText(const PlotModel& model,
                  const PlotLevel& level,
                  const QFontMetricsF& metrics,
                  double width);
/// Those above this part of y, the nearest first.
std::vector<const PlotLevel*> levelsAbove(const PlotModel& model, const Span& y);

}  // namespace throughline::ui
