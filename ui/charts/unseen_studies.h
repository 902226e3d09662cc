// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstddef>
#include <optional>
#include <vector>

#include "ui/charts/plot_choice.h"
#include "ui/charts/study_for_plot.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// Studies that are plotted and have nothing in a chart of runs.
struct UnseenStudies {
    std::size_t count = 0;  ///< 0: none, or it is a chart of something else
    std::size_t all = 0;    ///< that are plotted
    /// A chart in which some of them have points, and its title; none: nothing was found.
    std::optional<PlotChoice> instead{};
    QString title{};

    bool operator==(const UnseenStudies&) const = default;
};

/// Of `model`, which was built from `studies` by `choice`. Studies that the chart leaves out on
/// purpose, as a view of one published study does, are not counted. Thread: any.
UnseenStudies unseenStudies(const std::vector<StudyForPlot>& studies,
                            const PlotChoice& choice,
                            const PlotModel& model);

}  // namespace throughline::ui
