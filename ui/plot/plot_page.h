// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QSize>
#include <QString>

#include "ui/plot/plot_model.h"
#include "ui/plot/plot_paint.h"
#include "ui/plot/plot_scene.h"

namespace throughline::ui {

/// A chart for a slide or a page: title, chart, legend, and where the numbers come from.
struct PlotPage {
    QString title;
    QString footer;         ///< provenance; empty = none
    QSize size{1280, 720};  ///< in 1/96 inch, as the look's font is measured
    double scale = 2.0;     ///< pixels per 1/96 inch; of pictures made of pixels only
};

/// Draws the page at (0, 0), anew with `look` (exports take printTheme()), never copied from the
/// screen, and returns where the plot area is on it. With `parts` = Data only what lies in that
/// area, for formats that cannot clip by themselves.
/// `range`: what was in view, or null for everything.
QRectF paintPlotPage(QPainter& painter,
                     const PlotModel& model,
                     const PlotRange* range,
                     const PlotPage& page,
                     const PlotLook& look,
                     PlotParts parts = PlotParts::All);

QImage plotImage(const PlotModel& model,
                 const PlotRange* range,
                 const PlotPage& page,
                 const PlotLook& look);

}  // namespace throughline::ui
