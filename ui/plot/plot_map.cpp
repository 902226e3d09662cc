// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_map.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace throughline::ui {

namespace {

constexpr std::size_t kFewPoints = 8;

void include(std::optional<Span>& span, double place) {
    if (!std::isfinite(place)) {
        return;
    }
    span =
        span ? Span{std::min(span->low, place), std::max(span->high, place)} : Span{place, place};
}

/// Beside the others of its category; so are the points that stand for bars.
bool hasColumn(const PlotModel& model, const PlotSeries& series) {
    return series.kind == SeriesKind::Bars && !series.onSecondAxis && !model.x.categories.isEmpty();
}

/// Which column each series of bars has. Those of one stack share theirs.
struct BarColumns {
    std::vector<int> of;                 ///< by series; < 0: it has none
    std::map<double, std::set<int>> at;  ///< the columns that have something at a category
    double width = 0.0;                  ///< of a column, in categories

    /// The column's middle, from the category's: those that have nothing there leave no gap.
    double centreOf(std::size_t series, double category) const {
        const auto here = at.find(category);
        if (here == at.end()) {
            return 0.0;
        }
        const auto before =
            std::distance(here->second.begin(), here->second.lower_bound(of[series]));
        const auto last = static_cast<double>(here->second.size()) - 1.0;
        return (static_cast<double>(before) - last / 2.0) * width;
    }
};

BarColumns barColumnsOf(const PlotModel& model) {
    // Bars of one category stand side by side; the rest of its width keeps categories apart.
    constexpr double kBarsShare = 0.72;
    constexpr double kBarWidthMax = 0.32;
    constexpr qsizetype kManyCategories = 32;  // narrow ones, whose bars would be mere lines
    BarColumns columns;
    std::map<int, int> of_stack;
    int count = 0;
    std::size_t most = 1;
    for (const PlotSeries& series : model.series) {
        int column = -1;
        if (hasColumn(model, series)) {
            column =
                series.stack < 0 ? count : of_stack.try_emplace(series.stack, count).first->second;
            count += column == count ? 1 : 0;
            for (const PlotPoint& point : series.points) {
                if (std::isfinite(point.y)) {
                    std::set<int>& here = columns.at[point.x];
                    here.insert(column);
                    most = std::max(most, here.size());
                }
            }
        }
        columns.of.push_back(column);
    }
    columns.width = std::min(kBarsShare / static_cast<double>(most),
                             model.x.categories.size() > kManyCategories ? 1.0 : kBarWidthMax);
    return columns;
}

/// Where several points of a series are at one category each has a bar of its own, next to each
/// other in the series' column.
class SharedColumns {
public:
    SharedColumns() = default;
    explicit SharedColumns(const PlotSeries& series) {
        std::map<double, int> count;
        for (const PlotPoint& point : series.points) {
            // Parts of a stack stand on each other.
            const int before = series.stack < 0 && std::isfinite(point.y) ? count[point.x]++ : 0;
            place_.push_back({point.x, before});
        }
        count_ = std::move(count);
        for (const auto& [x, here] : count_) {
            most_ = std::max(most_, here);
        }
    }

    double widthOf(double column) const { return column / most_; }
    /// The middle of a point's bar, from the column's.
    double asideOf(std::size_t point, double column) const {
        const auto& [x, before] = place_[point];
        const auto here = count_.find(x);
        const int beside = here == count_.end() ? 1 : std::max(here->second, 1);
        return (before - (beside - 1) / 2.0) * widthOf(column);
    }

private:
    std::vector<std::pair<double, int>>
        place_;  ///< category and how many bars are before, by point
    std::map<double, int> count_;
    int most_ = 1;
};

/// Level lines up to here widen the view; higher ones would press the data flat.
double farthestLevel(AxisScale scale, double data_top) {
    constexpr double kFactorMax = 1.6;
    return scale == AxisScale::Linear ? data_top * kFactorMax : data_top + 1.0;
}

}  // namespace

bool drawnAsBars(const PlotModel& model, const PlotSeries& series) {
    return hasColumn(model, series) && model.y.scale == AxisScale::Linear;
}

bool hasPointsForBars(const PlotModel& model) {
    return std::ranges::any_of(model.series, [&](const PlotSeries& one) {
        return one.visible && hasColumn(model, one) && !drawnAsBars(model, one);
    });
}

QPointF PlotMap::toPixel(const QPointF& place, bool second) const noexcept {
    const Span& y = ySpan(second);
    return {area.left() + (place.x() - range.x.low) / range.x.length() * area.width(),
            area.bottom() - (place.y() - y.low) / y.length() * area.height()};
}

QPointF PlotMap::toPlace(const QPointF& pixel, bool second) const noexcept {
    const Span& y = ySpan(second);
    return {range.x.low + (pixel.x() - area.left()) / area.width() * range.x.length(),
            y.low + (area.bottom() - pixel.y()) / area.height() * y.length()};
}

/// Empty where no two points share an x, or x goes back.
static std::vector<QPointF> throughMeans(const PlotModel& model,
                                         const PlotSeries& series,
                                         const PlacedSeries& placed) {
    const auto& places = placed.places;
    const auto shares_x = [&](std::size_t p) {
        return p > 0 && hasPlace(places[p]) && places[p].x() == places[p - 1].x();
    };
    bool any = false;
    for (std::size_t p = 1; p < places.size() && !any; ++p) {
        any = shares_x(p);
    }
    if (!any || !placed.ascending) {
        return {};
    }
    const AxisScale scale = model.yAxisOf(series).scale;
    std::vector<QPointF> line;
    double sum = 0.0;
    double count = 0.0;
    for (std::size_t p = 0; p < places.size(); ++p) {
        if (shares_x(p)) {
            line.pop_back();
        } else {
            sum = 0.0;
            count = 0.0;
        }
        sum += series.points[p].y;
        count += 1.0;
        line.emplace_back(places[p].x(), count > 1.0 ? placeOf(sum / count, scale) : places[p].y());
    }
    return line;
}

/// Takes what is drawn pale out of `line`; its own line ends at the next point that is not.
static std::vector<QPointF> takePale(std::vector<QPointF>& line, const PlotSeries& series) {
    const QPointF gap(kNoNumber, kNoNumber);
    std::vector<QPointF> pale(line.size(), gap);
    for (std::size_t p = 0; p < line.size(); ++p) {
        const bool is_pale = series.points[p].isPale();
        if (is_pale || (p > 0 && series.points[p - 1].isPale())) {
            pale[p] = line[p];
        }
        line[p] = is_pale ? gap : line[p];
    }
    return pale;
}

void setLines(PlacedSeries& placed, const PlotModel& model, const PlotSeries& series) {
    const bool has_pale =
        std::ranges::any_of(series.points, [](const auto& p) { return p.isPale(); });
    placed.paleLine.clear();
    if (has_pale) {
        placed.lineApart = placed.places;
        placed.paleLine = takePale(placed.lineApart, series);
    } else {
        placed.lineApart = throughMeans(model, series, placed);
    }
}

std::vector<PlacedSeries> placedSeries(const PlotModel& model) {
    const BarColumns columns = barColumnsOf(model);
    std::map<std::pair<int, double>, double> tops;  ///< of a stack at a place of x
    std::vector<PlacedSeries> result;
    result.reserve(model.series.size());
    for (std::size_t s = 0; s < model.series.size(); ++s) {
        const PlotSeries& series = model.series[s];
        PlacedSeries placed;
        placed.onSecondAxis = series.onSecondAxis && model.y2.has_value();
        placed.visible = series.visible;
        placed.kind = series.kind;
        placed.places.reserve(series.points.size());
        const bool has_column = columns.of[s] >= 0;
        const bool is_bars = drawnAsBars(model, series);
        const SharedColumns shared = has_column ? SharedColumns(series) : SharedColumns();
        placed.halfWidth = is_bars ? shared.widthOf(columns.width) / 2 : 0.0;
        const AxisScale y_scale = model.yAxisOf(series).scale;
        placed.means = series.kind == SeriesKind::Band && y_scale == AxisScale::Linear;
        double last_x = -std::numeric_limits<double>::infinity();
        for (std::size_t p = 0; p < series.points.size(); ++p) {
            const PlotPoint& point = series.points[p];
            const double aside =
                has_column ? columns.centreOf(s, point.x) + shared.asideOf(p, columns.width) : 0.0;
            QPointF place(placeOf(point.x, model.x.scale) + aside, placeOf(point.y, y_scale));
            const bool placeable = hasPlace(place);
            if (is_bars && series.stack >= 0) {
                double& top = tops[{series.stack, point.x}];
                placed.feet.push_back(top);
                place.ry() += top;
                top = placeable ? place.y() : top;
            }
            placed.pinned = placed.pinned || !point.pin.isEmpty();
            placed.places.push_back(placeable ? place : QPointF(kNoNumber, kNoNumber));
            if (placeable) {
                placed.ascending = placed.ascending && place.x() >= last_x;
                last_x = place.x();
            }
        }
        if (series.isLine()) {
            setLines(placed, model, series);
        }
        result.push_back(std::move(placed));
    }
    return result;
}

PlotRange homeRange(const PlotModel& model, std::span<const PlacedSeries> placed) {
    std::optional<Span> x;
    std::optional<Span> y;
    std::optional<Span> y2;
    for (std::size_t i = 0; i < placed.size(); ++i) {
        std::optional<Span>& own_y = placed[i].onSecondAxis ? y2 : y;
        const PlotSeries& series = model.series[i];
        const AxisScale y_scale = model.yAxisOf(series).scale;
        for (std::size_t p = 0; p < placed[i].places.size(); ++p) {
            if (!hasPlace(placed[i].places[p])) {
                continue;
            }
            include(x, placed[i].places[p].x());
            include(own_y, placed[i].places[p].y());
            include(own_y, placeOf(series.points[p].low, y_scale));
            include(own_y, placeOf(series.points[p].high, y_scale));
            if (placed[i].halfWidth > 0.0) {
                constexpr double kRoomForLabels = 1.1;
                const double high = placeOf(series.points[p].high, y_scale);
                const double foot = std::fmax(placed[i].places[p].y(), high);  // of its value
                include(own_y, foot * kRoomForLabels);
                include(own_y, 0.0);
            }
        }
    }
    if (y) {
        const double top = y->high;
        for (const PlotLevel& level : model.levels) {
            const double place = placeOf(level.y, model.y.scale);
            if (model.isShown(level) &&
                place <= farthestLevel(model.y.scale, top)) {  // false for NaN
                include(y, place);
            }
        }
    }
    return {fittedSpan(model.x, x),
            fittedSpan(model.y, y),
            model.y2 ? fittedSpan(*model.y2, y2) : Span{}};
}

QRectF barOf(const PlacedSeries& placed, std::size_t point, const PlotMap& map) {
    const QPointF place = placed.places[point];
    const QPointF top = map.toPixel(place - QPointF(placed.halfWidth, 0), placed.onSecondAxis);
    const double foot_place = placed.feet.empty() ? 0.0 : placed.feet[point];
    const QPointF foot =
        map.toPixel({place.x() + placed.halfWidth, foot_place}, placed.onSecondAxis);
    return QRectF(top, QPointF(foot.x(), std::min(foot.y(), map.area.bottom()))).normalized();
}

QRectF cellOf(const PlacedSeries& placed, std::size_t point, const PlotMap& map) {
    const QPointF half(0.5, 0.5);
    return QRectF(map.toPixel(placed.places[point] - half, false),
                  map.toPixel(placed.places[point] + half, false))
        .normalized();
}

std::optional<PointRef> nearestPoint(std::span<const PlacedSeries> placed,
                                     const PlotMap& map,
                                     const QPointF& pixel,
                                     double reach) {
    const QRectF reachable = map.area.adjusted(-1, -1, 1, 1);
    std::optional<PointRef> best;
    double best_square = reach * reach;
    for (std::size_t s = 0; s < placed.size(); ++s) {
        if (!placed[s].visible || placed[s].kind == SeriesKind::Reference) {
            continue;
        }
        for (std::size_t p = 0; p < placed[s].places.size(); ++p) {
            const QPointF at = map.toPixel(placed[s].places[p], placed[s].onSecondAxis);
            const QPointF away = at - pixel;
            const bool in_bar =
                (placed[s].halfWidth > 0.0 && barOf(placed[s], p, map).contains(pixel)) ||
                (placed[s].kind == SeriesKind::Cells && cellOf(placed[s], p, map).contains(pixel));
            const double square = in_bar ? 0.0 : QPointF::dotProduct(away, away);
            if (square <= best_square && reachable.contains(at)) {  // false for NaN
                best_square = square;
                best = PointRef{s, p};
            }
        }
    }
    return best;
}

std::optional<std::size_t> nearestAlongX(const PlacedSeries& series, double x_place) {
    const auto& places = series.places;
    const auto isThere = [&](std::size_t p) { return std::isfinite(places[p].x()); };
    std::size_t from = 0;
    std::size_t to = places.size();
    // A million points are not looked at for each move of the mouse: halves, past the gaps.
    while (series.ascending && to - from > kFewPoints) {
        const std::size_t middle = from + (to - from) / 2;
        std::size_t probe = middle;
        while (probe < to && !isThere(probe)) {
            ++probe;
        }
        if (probe == to || places[probe].x() > x_place) {
            to = middle;
        } else {
            from = probe;
        }
    }
    // What is nearest may also be the next on either side.
    while (to < places.size() && !isThere(to)) {
        ++to;
    }
    to = std::min(to + 1, places.size());
    std::optional<std::size_t> best;
    double best_distance = std::numeric_limits<double>::infinity();
    for (std::size_t p = from; p < to; ++p) {
        const double distance = std::fabs(places[p].x() - x_place);
        if (distance < best_distance) {  // false for NaN
            best_distance = distance;
            best = p;
        }
    }
    return best;
}

}  // namespace throughline::ui
