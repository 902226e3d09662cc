// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QSize>
#include <QString>

#include "ui/plot/plot_model.h"
#include "ui/plot/plot_paint.h"

namespace throughline::ui {

/// A chart for a slide or a page: title, chart, legend, and where the numbers come from.
struct PlotPage {
    QString title;
    QString footer;         ///< provenance; empty = none
    QSize size{1280, 720};  ///< in points of the look's font size
    double scale = 2.0;     ///< pixels per point
};

/// Drawn anew with `look` (exports take printTheme()), never copied from the screen.
/// `range`: what was in view, or null for everything.
QImage plotImage(const PlotModel& model,
                 const PlotRange* range,
                 const PlotPage& page,
                 const PlotLook& look);

}  // namespace throughline::ui
