// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QRectF>

#include "ui/plot/plot_frame.h"

namespace throughline::ui {

/// The part of the plot area that lies beyond what was measured (PlotModel::beyond), in pixels;
/// empty where there is none in view.
QRectF areaBeyond(const PlotFrame& frame, const PlotLayout& layout);

/// Hatches that part, behind all data.
void paintBeyond(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout);
/// What it is, in words at its right foot; where it is narrower than the words, they begin before.
void paintBeyondText(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout);

}  // namespace throughline::ui
