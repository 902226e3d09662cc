// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/result.h"
#include "engine/store/library.h"
#include "ui/charts/study_for_plot.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// What a node delivered in the course of a run that several measured together.
struct NodeCourse {
    QString node{};
    double imagesPerSecond = 0.0;  ///< of the run
    bool holdsBack = false;        ///< the others
    SampleSeries samples{};
};

/// More nodes are bars: as many small charts have no room to be read.
inline constexpr std::size_t kNodeCoursesMax = 16;

/// Of the run of the most nodes of a study, in the order of their names. None: no several nodes
/// measured it, or more than kNodeCoursesMax. Blocks: on the library. Errors: the library's.
Result<std::vector<NodeCourse>> readNodeCourses(store::Library& library, std::int64_t study);

/// Images/s over time, a small chart for each node, all on the same scales. `colourSlot`: of the
/// study.
std::vector<PlotModel> plotsOfNodes(const std::vector<NodeCourse>& courses, int colourSlot);

}  // namespace throughline::ui
