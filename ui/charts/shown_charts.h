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
struct ShownChart {
    PlotChoice choice{};
    /// The studies' chart or saved view on show, whose axes stay even where nothing ticked has
    /// them; empty after another choice.
    QString view{};
    QString unpublished{};  ///< as StudyView::unpublished
    QStringList sources{};  ///< as StudyView::sources
    std::optional<ChartZoom> zoom{};
    ChartParts before{};  ///< of other kinds, see ofKind()
    bool operator==(const ShownChart&) const = default;

    /// Looking closer changes nothing of what is shown.
    bool showsSame(const ShownChart& other) const {
        return choice == other.choice && view == other.view && unpublished == other.unpublished &&
               sources == other.sources;
    }
};

/// Everything the explorer shows of the ticked studies.
struct ShownCharts {
    std::vector<ShownChart> charts{ShownChart{}};  ///< 1 to kChartsMax
    std::size_t current = 0;                       ///< the one that the controls speak of
    ChartsIn arrangement = ChartsIn::Grid;
    RunFilter only{};
    /// The runs that are ticked where each curve is a run; without them the first ones are.
    std::optional<RunsByStudy> runs{};
    HiddenCurves hidden{};

    /// As before anything was chosen.
    bool showNothing() const {
        return charts.size() == 1 && charts.front().showsSame(ShownChart{});
    }
    /// Which chart is current, and how closely it is looked at, changes nothing of what is shown.
    bool showsSame(const ShownCharts& other) const {
        return std::equal(charts.begin(),
                          charts.end(),
                          other.charts.begin(),
                          other.charts.end(),
                          [](const auto& a, const auto& b) { return a.showsSame(b); }) &&
               arrangement == other.arrangement && only == other.only && runs == other.runs &&
               hidden == other.hidden;
    }
};

}  // namespace throughline::ui
