// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>
#include <vector>

#include "engine/base/result.h"
#include "ui/charts/explore_state.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/run_filter.h"
#include "ui/charts/saved_views.h"

namespace throughline::ui {

/// A mistake on the command line, in these words.
Error usageError(const QString& text);

/// One of the studies' charts by its name, a kept view by its title, or a file of one.
/// Errors: Usage, naming what there is.
Result<SavedView> viewNamed(const QString& name);

/// The options of `throughline export` that say what is plotted.
void addChoiceOptions(QCommandLineParser& parser);

/// The charts of a view, or the one of the options.
struct ChosenCharts {
    std::vector<PlotChoice> choices;
    ChartsIn arrangement = ChartsIn::Grid;
    RunFilter only{};
    std::optional<RunsByStudy> runs{};  ///< as SavedView::runs, and so on
    HiddenCurves hidden{};
    std::vector<std::optional<ChartZoom>> zooms{};  ///< of choices
    QString title{};                                ///< of the view, where it is as it was kept
    QString unpublished{};                          ///< as StudyView::unpublished
};
/// Errors: Usage, in the words of the option.
Result<ChosenCharts> chosenCharts(const QCommandLineParser& parser,
                                  const std::vector<StudyForPlot>& studies);

}  // namespace throughline::ui
