// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <memory>

#include "ui/plot/plot_paint.h"

namespace throughline::ui {

/// Draws a chart with any painter: a widget's, an image's, a page's. The only class that touches
/// Qt Charts: it draws the lines, but for dense ones.
///
/// Qt Charts never sees values. Each line is cut to the view, thinned to pixel columns and handed
/// over in fractions of the view on two fixed hidden axes of 0..1. So logarithmic and second axes,
/// values <= 0, NaN, deep zoom and the traps they hold in Qt Charts 6.4 are settled by our own
/// arithmetic, and a change of view is one replace() of a short list for each line.
/// Thread: GUI.
class PlotScene {
public:
    PlotScene();
    ~PlotScene();
    PlotScene(const PlotScene&) = delete;
    PlotScene& operator=(const PlotScene&) = delete;

    /// Draws the picture at (0, 0). `layout` is what layOutPlot() makes of
    /// the frame.
    void paint(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout);

private:
    struct Charts;
    void updateLines(const PlotFrame& frame, const PlotLayout& layout);
    void paintDense(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout) const;

    std::unique_ptr<Charts> charts_;
};

}  // namespace throughline::ui
