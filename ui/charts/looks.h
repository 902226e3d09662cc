// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <string>
#include <vector>

#include "ui/charts/plot_choice.h"
#include "ui/charts/study_for_plot.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// Colours and markers that say the value of a condition, where somebody asked for that: the same
/// value looks the same in every study. Otherwise each curve keeps the look that it has for life.
class LooksByCondition {
public:
    LooksByCondition(const std::vector<StudyForPlot>& studies, const PlotChoice& choice);

    /// The conditions that colour and marker say; curves are split by them.
    std::vector<std::string> keys() const;
    /// Gives the series of `run`, and of others with the same values, its look, and names the
    /// values where its name does not say them yet.
    void apply(PlotSeries& series, const RunForPlot& run) const;
    /// Markers are taken: they say a condition.
    bool sayByMarker() const { return !marker_.key.empty(); }
    /// Where there are more values than colours or markers.
    QStringList remarks() const;

private:
    struct Condition {
        std::string key;
        QStringList values;  ///< numbers in their order, then texts as they come

        int indexIn(const RunForPlot& run) const;
    };
    static Condition conditionOf(const std::vector<StudyForPlot>& studies,
                                 const PlotChoice& choice,
                                 const std::string& key);

    Condition colour_;  ///< without a key where nothing was asked for
    Condition marker_;
};

}  // namespace throughline::ui
