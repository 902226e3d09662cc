// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "ui/plot/axis_range.h"
#include "ui/plot/plot_model.h"
#include "ui/plot/thinning.h"

namespace throughline::ui {

/// From places to pixels of the plot area and back.
struct PlotMap {
    QRectF area;
    PlotRange range;

    const Span& ySpan(bool second) const noexcept { return second ? range.y2 : range.y; }
    QPointF toPixel(const QPointF& place, bool second) const noexcept;
    QPointF toPlace(const QPointF& pixel, bool second) const noexcept;
};

/// Whether a series that is to be bars is: along names, on the first y axis, which is linear. A
/// bar's length says nothing on a logarithmic axis, which has no 0: there each value is a point
/// instead.
bool drawnAsBars(const PlotModel& model, const PlotSeries& series);
/// True where it is because of a logarithmic y that something is not drawn as bars.
bool hasPointsForBars(const PlotModel& model);

/// A series as places, index by index the same points; NaN where a value has none.
struct PlacedSeries {
    std::vector<QPointF> places;
    bool onSecondAxis = false;
    bool visible = true;
    SeriesKind kind = SeriesKind::Line;
    bool ascending = true;       ///< x never goes back
    bool means = false;          ///< along a linear y: the mean of several points is their mean too
    bool pinned = false;         ///< notes are pinned to some of its points
    double halfWidth = 0.0;      ///< of its bars, in places along x; 0: it is not drawn as bars
    std::vector<double> feet{};  ///< of stacked bars, along y; empty: they stand at 0
    /// What its line goes through instead of `places`; empty: through these. See setLines().
    std::vector<QPointF> lineApart{};
    std::vector<QPointF> paleLine{};  ///< of what is drawn pale, up to the next point that is not

    const std::vector<QPointF>& line() const noexcept {
        return lineApart.empty() ? places : lineApart;
    }
};
std::vector<PlacedSeries> placedSeries(const PlotModel& model);

/// Sets the lines of a joined series whose places are set. Where several points share an x, the
/// line goes through their mean (of the values, not of the places): from one to the next of them
/// would be a course that nobody measured. What is drawn pale has a line of its own. Points without
/// a place are gaps.
void setLines(PlacedSeries& placed, const PlotModel& model, const PlotSeries& series);

/// What a line through them shows where many share a pixel.
inline ColumnShows columnShows(const PlacedSeries& placed) noexcept {
    return placed.means ? ColumnShows::Mean : ColumnShows::Extremes;
}

/// The range that shows all data; hidden series count too, so that unticking one moves nothing.
PlotRange homeRange(const PlotModel& model, std::span<const PlacedSeries> placed);

/// A point of the model.
struct PointRef {
    std::size_t series = 0;
    std::size_t point = 0;
    bool operator==(const PointRef&) const = default;
};

/// The bar of a point in pixels, from its foot (or the edge of the plot) to its value.
QRectF barOf(const PlacedSeries& placed, std::size_t point, const PlotMap& map);

/// The cell of a point of a heat map in pixels.
QRectF cellOf(const PlacedSeries& placed, std::size_t point, const PlotMap& map);

/// The visible point nearest to `pixel`, or whose bar it is in, within `reach` pixels and inside
/// the plot area.
std::optional<PointRef> nearestPoint(std::span<const PlacedSeries> placed,
                                     const PlotMap& map,
                                     const QPointF& pixel,
                                     double reach);

/// The point of one series nearest along x, as a crosshair reads it. Empty: no point has a place.
std::optional<std::size_t> nearestAlongX(const PlacedSeries& series, double x_place);

}  // namespace throughline::ui
