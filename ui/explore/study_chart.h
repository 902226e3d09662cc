// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/charts/study_for_plot.h"
#include "ui/plot/plot_legend.h"
#include "ui/plot/plot_view.h"

namespace throughline::ui {

/// The chart of one study with its default axes, for the page that measured it. It may grow while
/// runs end. Hidden where there is no curve: stages alone beside one run, and samples over time, as
/// a log of another tool is. Thread: GUI.
class StudyChart : public QWidget {
    Q_OBJECT
public:
    explicit StudyChart(QWidget* parent = nullptr);

    void setStudy(const StudyForPlot& study);
    void clear();
    PlotView* plot() const noexcept { return plot_; }

private:
    PlotView* plot_;
    PlotLegend* legend_;
};

}  // namespace throughline::ui
