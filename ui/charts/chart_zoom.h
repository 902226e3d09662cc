// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <optional>

#include "ui/plot/axis_range.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// The part of a chart that is in view, in the stored units of its axes, so that it holds whatever
/// else the data are by then. An axis without a span shows everything.
struct ChartZoom {
    std::optional<Span> x{};
    std::optional<Span> y{};
    std::optional<Span> y2{};
    /// The names along an axis of names, whose span counts them: among others it means nothing.
    QStringList xNames{};
    QStringList yNames{};
    bool operator==(const ChartZoom&) const = default;
};

/// What is in view of a chart; nothing where that is everything (`home`).
std::optional<ChartZoom> zoomOf(const PlotModel& model,
                                const PlotRange& inView,
                                const PlotRange& home);

/// Where that is on the axes that the chart has now; what has no place there is as in `home`.
PlotRange rangeOf(const ChartZoom& zoom, const PlotModel& model, const PlotRange& home);

/// The range of a chart that is not on screen, as far as it has data there.
PlotRange rangeInData(const ChartZoom& zoom, const PlotModel& model);

}  // namespace throughline::ui
