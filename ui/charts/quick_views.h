// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "ui/charts/plot_choice.h"
#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// A chart that people ask for most, one click away.
struct QuickView {
    QString title;
    PlotChoice choice;
    /// Why these studies cannot show it; empty when they can.
    QString unavailable;
};

std::vector<QuickView> quickViews(const std::vector<StudyForPlot>& studies);

}  // namespace throughline::ui
