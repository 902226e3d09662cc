// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include "ui/plot/plot_page.h"

namespace throughline::ui {

/// The chart as SVG 1.1 (Tiny profile and a clip path). Qt's generator ignores clipping (Qt 6.4),
/// so what lies in the plot area is written by itself and put into a clipped group here.
QByteArray svgChart(const ChartExport& chart, const PlotLook& look, const QString& creator);

}  // namespace throughline::ui
