// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_zoom.h"

#include "ui/plot/plot_map.h"

namespace throughline::ui {

namespace {

std::optional<Span> valuesOf(const Span& places, const Span& home, const PlotAxis& axis) {
    if (places == home) {
        return std::nullopt;
    }
    return Span{valueAt(places.low, axis.scale), valueAt(places.high, axis.scale)};
}

Span placesOf(const std::optional<Span>& values, const Span& home, const PlotAxis& axis) {
    if (!values) {
        return home;
    }
    const Span places{placeOf(values->low, axis.scale), placeOf(values->high, axis.scale)};
    return places.low < places.high ? places : home;  // nor NaN
}

}  // namespace

std::optional<ChartZoom> zoomOf(const PlotModel& model,
                                const PlotRange& inView,
                                const PlotRange& home) {
    ChartZoom zoom{.x = valuesOf(inView.x, home.x, model.x),
                   .y = valuesOf(inView.y, home.y, model.y)};
    if (model.y2) {
        zoom.y2 = valuesOf(inView.y2, home.y2, *model.y2);
    }
    if (!zoom.x && !zoom.y && !zoom.y2) {
        return std::nullopt;
    }
    if (zoom.x) {
        zoom.xNames = model.x.categories;
    }
    if (zoom.y) {
        zoom.yNames = model.y.categories;
    }
    return zoom;
}

PlotRange rangeOf(const ChartZoom& zoom, const PlotModel& model, const PlotRange& home) {
    PlotRange range = home;
    if (zoom.xNames == model.x.categories) {
        range.x = placesOf(zoom.x, home.x, model.x);
    }
    if (zoom.yNames == model.y.categories) {
        range.y = placesOf(zoom.y, home.y, model.y);
    }
    if (model.y2) {
        range.y2 = placesOf(zoom.y2, home.y2, *model.y2);
    }
    return range;
}

PlotRange rangeInData(const ChartZoom& zoom, const PlotModel& model) {
    ZoomStack stack;
    stack.reset(homeRange(model, placedSeries(model)));
    stack.change(rangeOf(zoom, model, stack.home()), RangeStep::Jump, 0);
    return stack.current();
}

}  // namespace throughline::ui
