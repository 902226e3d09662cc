// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QRectF>
#include <QSizeF>
#include <vector>

#include "ui/plot/plot_model.h"
#include "ui/plot/ticks.h"

namespace throughline::ui {

/// A tick label or an axis title, where it stands.
struct PlacedText {
    QRectF box;
    QString text;
    Qt::Alignment alignment = Qt::AlignCenter;
    bool turned = false;  ///< reads upwards; `box` is as it stands on the page
    bool isTitle = false;
};

/// Where everything but the data is. Texts neither overlap nor leave the picture.
struct PlotLayout {
    QRectF area;  ///< where the data are drawn
    AxisTicks x;
    AxisTicks y;
    AxisTicks y2;  ///< empty without a second axis
    std::vector<PlacedText> texts;
};

/// As many ticks as fit without their labels touching; titles too long for their side are cut with
/// an ellipsis.
PlotLayout layOutPlot(const PlotModel& model,
                      const PlotRange& range,
                      const QSizeF& size,
                      const QFont& font);

}  // namespace throughline::ui
