// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "ui/charts/plot_choice.h"
#include "ui/charts/study_for_plot.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// Pins the choice's notes to the points of their runs, where a point is a run.
void pinNotes(PlotModel& model, const std::vector<StudyForPlot>& studies, const PlotChoice& choice);

/// The choice with this note at a run, in place of the one before; none for an empty text.
PlotChoice withNote(PlotChoice choice, const QString& study, int run, const QString& text);

/// What the choice has pinned to a run; "" for nothing.
QString noteAt(const PlotChoice& choice, const QString& study, int run);

}  // namespace throughline::ui
