// SPDX-License-Identifier: GPL-3.0-or-later
// What is presented: pages as plain values, from what the tabs show. Nothing there is changed.
#pragma once

#include <vector>

#include "ui/bridge/library_service.h"
#include "ui/charts/library_chart.h"
#include "ui/explore/explore_widget.h"
#include "ui/present/present_page.h"
#include "ui/whatif/whatif_page.h"

namespace throughline::ui {

/// The verdict of a study above its chart. `apart`: what tells it from others of its title.
PresentPage pageOfResult(const record::Study& study,
                         int colourSlot,
                         const PlotModel& chart,
                         const QString& apart = {});

/// The charts of the explorer as they stand, of which those without a point are left out.
std::vector<PresentPage> pagesOfCharts(const ExploreWidget& explore);

/// A saved view, read from the library with the studies it is about.
struct ReadView {
    SavedView view;
    std::vector<StudyForPlot> studies;
    std::vector<ChartOfView> charts;
};
std::vector<PresentPage> pagesOfView(const ReadView& read);

/// What the model says of the base and of each scenario, above their curves, and between them the
/// chart in front where that is another. None of an example
/// that came with the program, unless it was changed or its tab is in front.
std::vector<PresentPage> pagesOfScenarios(WhatIfPage& whatIf);

// The ids of pages, as far as they are looked for.
QString idOfResult();
QString idOfChart(std::size_t chart);
QString idOfAllScenarios();  ///< the page that has them side by side, where there are several
QString idOfChartInFront();  ///< what the What-if tab shows instead of the curve
QString idOfScenario(int column);

}  // namespace throughline::ui
