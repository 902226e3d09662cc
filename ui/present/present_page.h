// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QString>

#include "ui/plot/plot_model.h"
#include "ui/style/theme.h"

namespace throughline::ui {

/// What stands before a room at one time.
struct PresentPage {
    QString headline;   ///< who limits, what a chart is of, what a scenario would deliver
    QString figures{};  ///< two numbers, or whose curves they are
    QString doubt{};    ///< in yellow; "" where there is none
    PlotModel model{};  ///< without points: its emptyText is said instead
};

/// Height of the headline's letters on a page of this height: 48 pixels of 720, and never less.
int headlinePixels(double height);

/// Draws the page at (0, 0), readable from the back of a room: all texts, lines and markers larger
/// than on a desk, the curves named at their ends where there is room for all names, else in a
/// legend. `mark`: "3 / 7", in a corner.
/// Thread: GUI.
void paintPresentPage(QPainter& painter,
                      const PresentPage& page,
                      const QSizeF& size,
                      const Theme& theme,
                      const QString& mark);

/// The same with the name of each visible curve as the label of its last point. Bars and maps stay
/// as they are.
PlotModel namedAtEnds(PlotModel model);

}  // namespace throughline::ui
