// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QSizeF>
#include <span>

#include "ui/plot/plot_layout.h"
#include "ui/plot/plot_map.h"
#include "ui/style/theme.h"

namespace throughline::ui {

/// How a chart looks, apart from what it shows. Exports take printTheme().
struct PlotLook {
    Theme theme;
    QFont font;
};

/// One picture to be drawn. Everything is borrowed for the call.
struct PlotFrame {
    const PlotModel& model;
    std::span<const PlacedSeries> placed;
    PlotRange range;
    QSizeF size;
    const PlotLook& look;
    PlotAlignment alignment{};
};

}  // namespace throughline::ui
