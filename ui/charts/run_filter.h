// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <map>
#include <set>
#include <vector>

#include "ui/charts/study_for_plot.h"
#include "ui/plot/point_ids.h"

namespace throughline::ui {

/// Runs by their numbers and the uuid of their study, so that it holds in any library.
using RunsByStudy = std::map<QString, std::set<int>>;

/// Those among `studies`.
RunsByStudy runsByStudy(const PointIds& runs, const std::vector<StudyForPlot>& studies);
PointIds idsOf(const RunsByStudy& runs, const std::vector<StudyForPlot>& studies);

/// "Only these": the runs that are shown. A study that it does not name is shown as a whole; empty:
/// all is.
using RunFilter = RunsByStudy;

/// Leaves these runs of the studies and no others.
RunFilter filterTo(const PointIds& runs, const std::vector<StudyForPlot>& studies);

/// The runs that are shown, of the studies that have any; the others are their `leftOut`.
std::vector<StudyForPlot> filtered(const std::vector<StudyForPlot>& studies, const RunFilter& only);

std::size_t runCount(const std::vector<StudyForPlot>& studies);

}  // namespace throughline::ui
