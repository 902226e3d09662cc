// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/study.h"
#include "engine/report/chart_data.h"
#include "engine/report/definition.h"
#include "ui/charts/plot_choice.h"
#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// What a chart block shows: "decode.threads/images_per_second" is x and y, "" what is shown first
/// of such studies. Errors: Usage: not two keys.
Result<PlotChoice> reportChoice(const std::string& choice,
                                const std::vector<StudyForPlot>& studies);

/// The drawings of a definition's chart blocks, each from the records alone.
/// Thread: GUI. Errors: Usage: a choice that cannot be drawn, named.
Result<std::vector<report::DrawnChart>> drawReportCharts(const report::Definition& definition,
                                                         const std::vector<record::Study>& studies);

}  // namespace throughline::ui
