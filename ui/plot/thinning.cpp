// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/thinning.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <unordered_set>

#include "ui/plot/plot_model.h"

namespace throughline::ui {

namespace {

constexpr double kYLow = -1.0;  ///< in view heights: one below and one above the plot area
constexpr double kYHigh = 2.0;

QPointF atX(const QPointF& a, const QPointF& b, double x) {
    const double t = (x - a.x()) / (b.x() - a.x());
    return {x, a.y() + t * (b.y() - a.y())};
}

QPointF atY(const QPointF& a, const QPointF& b, double y) {
    const double t = (y - a.y()) / (b.y() - a.y());
    return {a.x() + t * (b.x() - a.x()), y};
}

/// The points inside `x`, with the line cut at both ends.
std::vector<QPointF> cutToX(std::span<const QPointF> points, const Span& x) {
    const auto before = [](const QPointF& p, double value) { return p.x() < value; };
    const auto after = [](double value, const QPointF& p) { return value < p.x(); };
    const auto first = std::lower_bound(points.begin(), points.end(), x.low, before);
    const auto last = std::upper_bound(first, points.end(), x.high, after);
    std::vector<QPointF> result;
    result.reserve(static_cast<std::size_t>(last - first) + 2);
    if (first != points.begin() && first != points.end()) {
        result.push_back(atX(*(first - 1), *first, x.low));
    }
    result.insert(result.end(), first, last);
    if (last != points.end() && last != points.begin()) {
        result.push_back(atX(*(last - 1), *last, x.high));
    }
    return result;
}

/// Flattens what lies outside kYLow..kYHigh onto these borders, with corners where it crosses.
std::vector<QPointF> cutToY(const std::vector<QPointF>& line) {
    const auto inside = [](const QPointF& p) { return p.y() >= kYLow && p.y() <= kYHigh; };
    if (std::ranges::all_of(line, inside)) {
        return line;
    }
    std::vector<QPointF> result;
    result.reserve(line.size() * 2);
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (i > 0) {
            const QPointF& a = line[i - 1];
            const QPointF& b = line[i];
            const bool upward = a.y() < b.y();
            for (const double border : {upward ? kYLow : kYHigh, upward ? kYHigh : kYLow}) {
                if ((a.y() < border) != (b.y() < border)) {
                    result.push_back(atY(a, b, border));
                }
            }
        }
        result.emplace_back(line[i].x(), std::clamp(line[i].y(), kYLow, kYHigh));
    }
    return result;
}

/// What is drawn for the points of one column.
void addColumn(std::vector<QPointF>& to, std::span<const QPointF> column, ColumnShows shows) {
    if (shows == ColumnShows::Mean) {
        const QPointF sum = std::accumulate(column.begin(), column.end(), QPointF());
        to.push_back(sum / static_cast<double>(column.size()));
        return;
    }
    const auto below = [](const QPointF& a, const QPointF& b) { return a.y() < b.y(); };
    const auto [low, high] = std::ranges::minmax_element(column, below);
    to.push_back(*std::min(low, high));
    if (low != high) {
        to.push_back(*std::max(low, high));
    }
}

}  // namespace

std::vector<QPointF> thinnedByColumn(std::span<const QPointF> points,
                                     double column_width,
                                     ColumnShows shows) {
    std::vector<QPointF> result;
    if (points.size() < 4 || !(column_width > 0.0)) {
        result.assign(points.begin(), points.end());
        return result;
    }
    result.push_back(points.front());
    const std::size_t end = points.size() - 1;
    for (std::size_t i = 1; i < end;) {
        const double column = std::floor(points[i].x() / column_width);
        const std::size_t from = i;
        while (i < end && std::floor(points[i].x() / column_width) == column) {
            ++i;
        }
        addColumn(result, points.subspan(from, i - from), shows);
    }
    result.push_back(points.back());
    return result;
}

std::vector<std::vector<QPointF>> visibleLine(
    std::span<const QPointF> places, const Span& x, const Span& y, int columns, ColumnShows shows) {
    std::vector<std::vector<QPointF>> result;
    for (std::size_t from = 0; from < places.size();) {
        if (!hasPlace(places[from])) {
            ++from;
            continue;
        }
        std::size_t to = from;
        while (to < places.size() && hasPlace(places[to])) {
            ++to;
        }
        std::vector<QPointF> line = thinnedByColumn(
            cutToX(places.subspan(from, to - from), x), x.length() / columns, shows);
        from = to;
        for (QPointF& point : line) {
            point = {(point.x() - x.low) / x.length(), (point.y() - y.low) / y.length()};
        }
        if (line.size() > 1) {
            result.push_back(cutToY(line));
        }
    }
    return result;
}

QPolygonF inPixels(std::span<const QPointF> fractions, const QRectF& area) {
    QPolygonF pixels;
    pixels.reserve(static_cast<qsizetype>(fractions.size()));
    for (const QPointF& at : fractions) {
        pixels << QPointF(area.left() + at.x() * area.width(),
                          area.bottom() - at.y() * area.height());
    }
    return pixels;
}

std::vector<std::size_t> onePerCell(std::span<const QPointF> pixels, double cell_px) {
    std::vector<std::size_t> result;
    std::unordered_set<std::uint64_t> taken;
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        if (!hasPlace(pixels[i])) {
            continue;
        }
        const auto column = static_cast<std::int32_t>(std::floor(pixels[i].x() / cell_px));
        const auto row = static_cast<std::int32_t>(std::floor(pixels[i].y() / cell_px));
        const std::uint64_t cell = (std::uint64_t{static_cast<std::uint32_t>(column)} << 32U) |
                                   static_cast<std::uint32_t>(row);
        if (taken.insert(cell).second) {
            result.push_back(i);
        }
    }
    return result;
}

}  // namespace throughline::ui
