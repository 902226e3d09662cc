// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ui/charts/missing_count.h"
#include "ui/charts/plot_builder.h"

namespace throughline::ui {

/// Which runs fit together: stages alone and the whole pipeline are never mixed unless the stages
/// are on an axis. Where there are full runs only those fit.
std::function<bool(const RunForPlot&)> stagesThatFit(const std::vector<StudyForPlot>& studies,
                                                     bool stagesOnAxis);

/// The studies without the runs that do not fit, which are counted in `missing`.
std::vector<StudyForPlot> withoutStagesAlone(const std::vector<StudyForPlot>& studies,
                                             const PlotChoice& choice,
                                             MissingCount& missing);

/// Whether a setting changes anything for the stages that a run measured.
bool bearsOn(const RunForPlot& run, const std::string& key);

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
