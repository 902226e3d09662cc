// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <vector>

#include "ui/plot/plot_paint.h"

namespace throughline::ui {

/// The text of a point, where it stands beside it.
struct PlacedLabel {
    QRectF box;
    QString text;
    std::size_t series = 0;
};

/// The labels of visible points in view, each where it covers no point and no other label; one for
/// which there is no such place is left out. None where there are too many to be read.
std::vector<PlacedLabel> placedLabels(const PlotFrame& frame, const PlotLayout& layout);

void paintLabels(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout);

}  // namespace throughline::ui
