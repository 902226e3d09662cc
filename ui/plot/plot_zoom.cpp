// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_zoom.h"

#include <algorithm>

namespace throughline::ui {

namespace {

/// With `place` in it, and some room behind that.
Span movedTo(const Span& span, double place) {
    constexpr double kRoom = 0.1;
    const double room = span.length() * kRoom;
    if (place < span.low) {
        return shiftedSpan(span, place - room - span.low);
    }
    return place > span.high ? shiftedSpan(span, place + room - span.high) : span;
}

}  // namespace

PlotRange zoomedAt(const PlotMap& map, const QPointF& pixel, double factor, bool has_second) {
    const QPointF inside(std::clamp(pixel.x(), map.area.left(), map.area.right()),
                         std::clamp(pixel.y(), map.area.top(), map.area.bottom()));
    const QPointF place = map.toPlace(inside, false);
    PlotRange next = map.range;
    const bool on_x = pixel.y() > map.area.bottom();
    const bool on_y = !on_x && pixel.x() < map.area.left();
    const bool on_y2 = !on_x && pixel.x() > map.area.right() && has_second;
    if (!on_y && !on_y2) {
        next.x = zoomedSpan(next.x, factor, place.x());
    }
    if (!on_x && !on_y2) {
        next.y = zoomedSpan(next.y, factor, place.y());
    }
    if (!on_x && !on_y && has_second) {
        next.y2 = zoomedSpan(next.y2, factor, map.toPlace(inside, true).y());
    }
    // Zooming out at a border keeps the length: clampedSpan() moves the view back into the data.
    return next;
}

PlotRange panned(PlotRange range, double x_fraction, double y_fraction) {
    range.x = shiftedSpan(range.x, x_fraction * range.x.length());
    range.y = shiftedSpan(range.y, y_fraction * range.y.length());
    range.y2 = shiftedSpan(range.y2, y_fraction * range.y2.length());
    return range;
}

PlotRange rangeOf(const PlotMap& map, const QRectF& band) {
    PlotRange next = map.range;
    if (band.width() >= kBandMinPx) {
        next.x = {map.toPlace(band.bottomLeft(), false).x(),
                  map.toPlace(band.bottomRight(), false).x()};
    }
    if (band.height() >= kBandMinPx) {
        next.y = {map.toPlace(band.bottomLeft(), false).y(),
                  map.toPlace(band.topLeft(), false).y()};
        next.y2 = {map.toPlace(band.bottomLeft(), true).y(), map.toPlace(band.topLeft(), true).y()};
    }
    return next;
}

PlotRange rangeWith(PlotRange range, const QPointF& place, bool on_second) {
    range.x = movedTo(range.x, place.x());
    Span& y = on_second ? range.y2 : range.y;
    y = movedTo(y, place.y());
    return range;
}

}  // namespace throughline::ui
