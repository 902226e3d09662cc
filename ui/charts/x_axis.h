// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "ui/charts/plot_choice.h"
#include "ui/charts/study_for_plot.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// The x axis, and what stands at its places where they are names.
struct XAxis {
    PlotAxis axis;
    QStringList texts{};  ///< settings as they are stored, by category; empty: numbers
};

/// The axis of `choice.x` over the runs that are part of the chart. `also`: another setting that
/// has to matter to them; "" = none.
XAxis xAxis(const std::vector<StudyForPlot>& studies,
            const PlotChoice& choice,
            const std::string& also = {});

/// The place of a run on x: its number, or the index of its text.
std::optional<double> xOf(const RunForPlot& run, const PlotChoice& choice, const XAxis& x);

PlotAxis yAxis(const std::string& key, bool logarithmic);

}  // namespace throughline::ui
