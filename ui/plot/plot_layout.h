// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QRectF>
#include <QSizeF>
#include <optional>
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

/// How a chart stands with others, whose plot areas begin and end where its own does.
struct PlotAlignment {
    double top = 0.0;    ///< pixels from the plot area to the upper edge, at least
    double left = 0.0;   ///< pixels from the plot area to the edge, at least
    double right = 0.0;  ///< likewise
    bool xTexts = true;  ///< false: the chart below has the same x axis and names it
    /// The PlotAxis::marks of all with the same x axis, see joinedMarks(); nothing: its own.
    std::optional<std::vector<double>> xMarks{};
    bool operator==(const PlotAlignment&) const = default;
};

/// Where everything but the data is. Texts neither overlap nor leave the picture.
struct PlotLayout {
    QRectF area;  ///< where the data are drawn
    AxisTicks x;
    AxisTicks y;
    AxisTicks y2;  ///< empty without a second axis
    std::vector<PlacedText> texts;
};

/// What the labels and the title of the x axis take of the height, where labels are not turned.
double xTextsHeight(const QFont& font);

/// Of the height that is left for the plot area, turned names take no more.
inline constexpr double kTurnedShareMax = 0.45;

/// As many ticks as fit without their labels touching; titles too long for their side are cut with
/// an ellipsis. Names along x that do not fit beside each other have up to three lines, and where
/// these are too few are turned, if the chart is high enough for them.
PlotLayout layOutPlot(const PlotModel& model,
                      const PlotRange& range,
                      const QSizeF& size,
                      const QFont& font,
                      const PlotAlignment& alignment = {});

}  // namespace throughline::ui
