// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <set>
#include <vector>

#include "ui/charts/study_for_plot.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// A curve by what it is, so that the same is meant in every chart, after a restart and in any
/// library, whatever it is called beside others.
struct CurveId {
    QString study{};  ///< uuid; empty where it is of no single study
    int run = 0;      ///< its number there; 0 where it is of no single run
    QString curve{};  ///< which of theirs: the settings and the device that set it apart
    QString axis{};   ///< the quantity, on the second y axis; empty on the first
    bool operator==(const CurveId&) const = default;
};
bool operator<(const CurveId& a, const CurveId& b);

/// The curves that are not drawn. A curve that is a whole run is none of them: see
/// ExploreState::runs.
using HiddenCurves = std::set<CurveId>;

/// Whether a curve is drawn or not by itself, not as a run.
bool isDrawnByItself(const PlotSeries& series);

/// `series` is one of the model's.
CurveId curveIdOf(const PlotModel& model,
                  const PlotSeries& series,
                  const std::vector<StudyForPlot>& studies);

}  // namespace throughline::ui
