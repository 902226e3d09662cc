// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_steps.h"

#include <cmath>
#include <tuple>

#include "ui/plot/plot_model.h"

namespace throughline::ui {

namespace {

constexpr double kPageFraction = 0.2;  ///< of the view along x

bool takesPart(const PlacedSeries& series) {
    return series.visible && series.kind != SeriesKind::Reference;
}

/// From left to right; points above each other from low to high.
bool isBefore(const PlacedSeries& series, std::size_t a, std::size_t b) {
    const QPointF& at_a = series.places[a];
    const QPointF& at_b = series.places[b];
    // The points of a line may go up and down at one x: they follow each other as they are given.
    if (series.ascending) {
        return a < b;
    }
    return std::tuple(at_a.x(), at_a.y(), a) < std::tuple(at_b.x(), at_b.y(), b);
}

/// Whether `point` can be stepped to along the curve that `from` is on: of cells, in the same row.
bool isAlong(const PlacedSeries& series, std::size_t from, std::size_t point) {
    return hasPlace(series.places[point]) && (series.kind != SeriesKind::Cells ||
                                              series.places[point].y() == series.places[from].y());
}

/// The nearest point after (or before) `from`. Empty: it is the last (or first).
std::optional<std::size_t> neighbour(const PlacedSeries& series, std::size_t from, bool after) {
    std::optional<std::size_t> best;
    const std::size_t count = series.places.size();
    if (series.ascending &&
        series.kind != SeriesKind::Cells) {  // a million points: the next is beside it
        for (std::size_t i = from + (after ? 1 : -1); i < count; i += after ? 1 : -1) {
            if (hasPlace(series.places[i])) {
                return i;
            }
        }
        return std::nullopt;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const bool beyond = after ? isBefore(series, from, i) : isBefore(series, i, from);
        if (i == from || !beyond || !isAlong(series, from, i)) {
            continue;
        }
        const bool nearer =
            !best || (after ? isBefore(series, i, *best) : isBefore(series, *best, i));
        best = nearer ? std::optional(i) : best;
    }
    return best;
}

/// The last (or first) that steps of neighbour() lead to.
std::size_t outermost(const PlacedSeries& series, std::size_t from, bool last) {
    std::size_t best = from;
    for (std::size_t i = 0; i < series.places.size(); ++i) {
        const bool farther = last ? isBefore(series, best, i) : isBefore(series, i, best);
        best = farther && isAlong(series, from, i) ? i : best;
    }
    return best;
}

std::optional<std::size_t> pagedTo(const PlacedSeries& series,
                                   const PlotMap& map,
                                   std::size_t from,
                                   bool on) {
    const auto next = neighbour(series, from, on);
    if (!next || series.kind == SeriesKind::Cells) {
        return next;
    }
    const double way = map.range.x.length() * kPageFraction * (on ? 1.0 : -1.0);
    const auto far = nearestAlongX(series, series.places[from].x() + way);
    const bool farther =
        far && (on ? isBefore(series, *next, *far) : isBefore(series, *far, *next));
    return farther ? far : next;
}

/// In the row of cells that is next above (or below), the one nearest along x.
std::optional<std::size_t> inNextRow(const PlacedSeries& series, std::size_t from, bool above) {
    const QPointF& at = series.places[from];
    std::optional<std::size_t> best;
    const auto distance = [&](std::size_t i) {
        const QPointF away = series.places[i] - at;
        return std::pair(std::fabs(away.y()), std::fabs(away.x()));
    };
    for (std::size_t i = 0; i < series.places.size(); ++i) {
        const double up = series.places[i].y() - at.y();
        const bool that_way = above ? up > 0.0 : up < 0.0;  // false for NaN
        best = that_way && (!best || distance(i) < distance(*best)) ? std::optional(i) : best;
    }
    return best;
}

/// Of the points that the curves have near this x, the next on the screen.
std::optional<PointRef> onNextCurve(std::span<const PlacedSeries> placed,
                                    const PlotMap& map,
                                    const PointRef& from,
                                    bool above) {
    const auto heightOf = [&](const PointRef& point) {
        const PlacedSeries& series = placed[point.series];
        // Curves that meet are told apart by their order.
        return std::pair(-map.toPixel(series.places[point.point], series.onSecondAxis).y(),
                         -static_cast<std::ptrdiff_t>(point.series));
    };
    const auto own = heightOf(from);
    std::optional<PointRef> best;
    for (std::size_t s = 0; s < placed.size(); ++s) {
        if (s == from.series || !takesPart(placed[s])) {
            continue;
        }
        const auto nearest = nearestAlongX(placed[s], placed[from.series].places[from.point].x());
        if (!nearest) {
            continue;
        }
        const PointRef point{s, *nearest};
        const auto height = heightOf(point);
        const bool that_way = above ? height > own : height < own;
        const bool nearer = !best || (above ? height < heightOf(*best) : height > heightOf(*best));
        best = that_way && nearer ? std::optional(point) : best;
    }
    return best;
}

/// Where the keyboard begins.
std::optional<PointRef> firstStep(std::span<const PlacedSeries> placed,
                                  const PlotMap& map,
                                  bool rightmost) {
    std::optional<PointRef> anywhere;
    for (std::size_t s = 0; s < placed.size(); ++s) {
        const PlacedSeries& series = placed[s];
        std::optional<std::size_t> best;
        for (std::size_t p = 0; takesPart(series) && p < series.places.size(); ++p) {
            if (!hasPlace(series.places[p])) {
                continue;
            }
            anywhere = anywhere ? anywhere : PointRef{s, p};
            const bool nearer =
                !best || (rightmost ? isBefore(series, *best, p) : isBefore(series, p, *best));
            const QPointF pixel = map.toPixel(series.places[p], series.onSecondAxis);
            best = nearer && map.area.contains(pixel) ? std::optional(p) : best;
        }
        if (best) {
            return PointRef{s, *best};
        }
    }
    return anywhere;
}

}  // namespace

std::optional<PointRef> steppedTo(std::span<const PlacedSeries> placed,
                                  const PlotMap& map,
                                  std::optional<PointRef> from,
                                  PointStep step) {
    if (!from) {
        return firstStep(placed, map, step == PointStep::Last);
    }
    const PlacedSeries& series = placed[from->series];
    std::optional<std::size_t> along;
    switch (step) {
        case PointStep::Next:
        case PointStep::Previous:
            along = neighbour(series, from->point, step == PointStep::Next);
            break;
        case PointStep::First:
        case PointStep::Last:
            along = outermost(series, from->point, step == PointStep::Last);
            break;
        case PointStep::PageOn:
        case PointStep::PageBack:
            along = pagedTo(series, map, from->point, step == PointStep::PageOn);
            break;
        case PointStep::Above:
        case PointStep::Below:
            if (series.kind != SeriesKind::Cells) {
                return onNextCurve(placed, map, *from, step == PointStep::Above);
            }
            along = inNextRow(series, from->point, step == PointStep::Above);
            break;
    }
    return along ? std::optional(PointRef{from->series, *along}) : std::nullopt;
}

}  // namespace throughline::ui
