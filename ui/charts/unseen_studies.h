// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <cstddef>
#include <optional>
#include <vector>

#include "ui/charts/plot_choice.h"
#include "ui/charts/study_for_plot.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// Studies that are plotted and have nothing in a chart of runs, of samples over time or of
/// percentiles.
struct UnseenStudies {
    std::size_t count = 0;  ///< without a point; 0: none, or it is a chart of something else
    std::size_t all = 0;    ///< that are plotted
    // Their titles, by why they have none: `count` in all.
    QStringList absent{};   ///< they have not what the axes show
    QStringList asLines{};  ///< there is a level line of them, such as a ceiling
    QStringList leftOut{};  ///< the view is of other studies
    QStringList noRuns{};   ///< there is nothing of them to be drawn in any chart
    /// A chart in which some of them have points, and its title; none: nothing was found.
    std::optional<PlotChoice> instead{};
    QString title{};

    bool operator==(const UnseenStudies&) const = default;
};

/// Of `model`, which was built from `studies` by `choice`. Where all studies without a point are
/// level lines or left out on purpose, as by a view of one published study, none is missed: `count`
/// is 0. Thread: any.
UnseenStudies unseenStudies(const std::vector<StudyForPlot>& studies,
                            const PlotChoice& choice,
                            const PlotModel& model);

}  // namespace throughline::ui
