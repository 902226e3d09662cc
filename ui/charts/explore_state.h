// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ui/charts/chart_zoom.h"
#include "ui/charts/hidden_curves.h"
#include "ui/charts/plot_choice.h"
#include "ui/charts/run_filter.h"

namespace throughline::ui {

/// More charts at once are too small to be read.
inline constexpr std::size_t kChartsMax = 4;

/// How charts stand: two in a row, or each below the other with their plot areas in line.
enum class ChartsIn : std::uint8_t { Grid, Column };

inline constexpr int kChartsAcross = 2;  ///< of a grid

/// How many stand in a row.
inline int chartsAcross(std::size_t count, ChartsIn arrangement) {
    return count == 1 || arrangement == ChartsIn::Column ? 1 : kChartsAcross;
}

/// One chart of the explorer, and the view it was opened as.
struct ChartState {
    PlotChoice choice{};
    /// The studies' chart or saved view on show, whose axes stay even where nothing ticked has
    /// them; empty after another choice.
    QString view{};
    QString unpublished{};  ///< as StudyView::unpublished
    QStringList sources{};  ///< as StudyView::sources
    std::optional<ChartZoom> zoom{};
    ChartParts before{};  ///< of other kinds, see ofKind()
    bool operator==(const ChartState&) const = default;

    /// Looking closer changes nothing of what is shown.
    bool showsSame(const ChartState& other) const {
        return choice == other.choice && view == other.view && unpublished == other.unpublished &&
               sources == other.sources;
    }
};

/// Everything the explorer shows of the plotted studies: what is undone, redone and kept with
/// views.
struct ExploreState {
    std::vector<ChartState> charts{ChartState{}};  ///< 1 to kChartsMax
    std::size_t current = 0;                       ///< the one that the controls speak of
    ChartsIn arrangement = ChartsIn::Grid;
    /// The runs that are in the charts at all.
    RunFilter filter{};
    /// The curves of them that are not drawn. Where each curve is a run, `runs` are drawn and no
    /// others; without a choice of them the first ones (drawnRuns()).
    HiddenCurves hidden{};
    std::optional<RunsByStudy> runs{};

    const ChartState& chart() const { return charts[current]; }
    ChartState& chart() { return charts[current]; }
    /// As before anything was chosen.
    bool showsNothing() const {
        return charts.size() == 1 && charts.front().showsSame(ChartState{});
    }
    /// Which chart is current, and how closely it is looked at, changes nothing of what is shown.
    bool showsSame(const ExploreState& other) const {
        return std::equal(charts.begin(),
                          charts.end(),
                          other.charts.begin(),
                          other.charts.end(),
                          [](const auto& a, const auto& b) { return a.showsSame(b); }) &&
               arrangement == other.arrangement && filter == other.filter && runs == other.runs &&
               hidden == other.hidden;
    }
};

}  // namespace throughline::ui
