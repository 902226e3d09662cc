// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/plot_choice.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// Makes the first y axis logarithmic where the choice leaves that to the data and they ask for it:
/// the highest value of one curve is less than a twentieth of that of another, so that it would be
/// a line at the bottom, or all of the whole pipeline less than a fifth of storage alone in a chart
/// that leaves other stages out; and hardly a value is 0, which has no place then.
void scaleByData(PlotModel& model, const PlotChoice& choice);

/// Whether the first y axis is logarithmic, by choice or by the data that `model` shows.
bool showsLogY(const PlotModel& model, const PlotChoice& choice);

}  // namespace throughline::ui
