// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// As tellStudiesApart(), in the words of a report's text, which is read elsewhere: the day on
/// which studies of one title began in UTC, or the minute, or the second; else how their uuids
/// begin.
void tellReportedStudiesApart(std::vector<StudyForPlot>& studies);

}  // namespace throughline::ui
