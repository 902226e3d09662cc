// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/store/library.h"
#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// What a node did in the course of a run that several measured together.
struct NodeCourse {
    QString node{};
    double imagesPerSecond = 0.0;   ///< of the run
    std::optional<double> waits{};  ///< % of the run; none: nodes do not meet at each step
    bool holdsBack = false;         ///< the others
    /// What the samples are of: images/s, and of nodes that meet at each step, which makes these
    /// equal, how long each waits for the slowest.
    std::string quantity = "images_per_second";
    SampleSeries samples{};

    /// Of the run, of the quantity.
    double value() const { return quantity == "step_wait" ? waits.value_or(0.0) : imagesPerSecond; }
};

/// More have no room for a small chart each: these stand in one row.
inline constexpr std::size_t kSmallChartsMax = 4;
/// More are not read.
inline constexpr std::size_t kNodeCoursesMax = 1024;

/// Whether a run of the study has figures of several nodes.
bool hasSeveralNodes(const StudyForPlot& study);

/// Of the run of the most nodes of a study, in the order of their names. None: no several nodes
/// measured it, or more than kNodeCoursesMax. Blocks: on the library. Errors: the library's.
Result<std::vector<NodeCourse>> readNodeCourses(store::Library& library, std::int64_t study);

}  // namespace throughline::ui
