// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <map>
#include <set>
#include <vector>

#include "ui/explore/study_for_plot.h"
#include "ui/plot/plot_selection.h"

namespace throughline::ui {

/// "Only these": the numbers of the runs that are shown, by the uuid of their study, so that it
/// holds in any library. A study that it does not name is shown as a whole; empty: all is.
using RunFilter = std::map<QString, std::set<int>>;

/// Leaves these runs of the studies and no others.
RunFilter filterTo(const PointIds& runs, const std::vector<StudyForPlot>& studies);

/// The runs that are shown, of the studies that have any.
std::vector<StudyForPlot> filtered(const std::vector<StudyForPlot>& studies, const RunFilter& only);

std::size_t runCount(const std::vector<StudyForPlot>& studies);

}  // namespace throughline::ui
