// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "ui/charts/node_courses.h"
#include "ui/plot/plot_model.h"

// The nodes of a run, each to be seen beside the others. Pure functions.
namespace throughline::ui {

/// "98.1 images/s, waits 12 % of the time (holds the others back)".
QString figuresOfNode(const NodeCourse& course);

/// The quantity over time, a small chart for each node, all on the same scales. `colourSlot`: of
/// the study.
std::vector<PlotModel> plotsOfNodes(const std::vector<NodeCourse>& courses, int colourSlot);

/// A strip of colours over time for each node, one above the other: the one that holds the others
/// back on top and apart, below it all others in the order of their names, by which those of one
/// host stand together. Of the measured time alone. The colours tell the nodes apart: a hiccup does
/// not press them together.
PlotModel stripsOfNodes(const std::vector<NodeCourse>& courses);

/// A bar for each node: the one that holds the others back first, then the slowest, or of nodes
/// that meet at each step the one that waits least.
PlotModel barsOfNodes(const std::vector<NodeCourse>& courses, int colourSlot);

}  // namespace throughline::ui
