// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QWidget>
#include <cstdint>
#include <vector>

#include "ui/charts/node_courses.h"
#include "ui/charts/plot_choice.h"
#include "ui/charts/study_for_plot.h"
#include "ui/explore/node_multiples.h"
#include "ui/plot/plot_legend.h"
#include "ui/plot/plot_view.h"

namespace throughline::ui {

/// The chart of one study with its default axes, for the page that measured it. It may grow while
/// runs end. Hidden where there is no curve: stages alone beside one run, and samples over time, as
/// a log of another tool is. Of several nodes it can be looked at in other ways: how efficient they
/// are, and each of them: in small charts, or where these are too many in bars and in strips of
/// colours. Thread: GUI.
class StudyChart : public QWidget {
    Q_OBJECT
public:
    explicit StudyChart(QWidget* parent = nullptr);

    void setStudy(const StudyForPlot& study);
    void clear();
    PlotView* plot() const noexcept { return plot_; }
    /// Whether there are nodes of which nothing is known yet but their figures.
    bool lacksNodes() const { return hasSeveralNodes(study_) && nodes_.empty(); }
    /// What its nodes did in the course of a run: to be looked at, too.
    void setNodes(std::vector<NodeCourse> nodes);
    /// What can be looked at; hidden where that is but one thing.
    QComboBox* shown() const noexcept { return shown_; }

private:
    enum class Of : std::uint8_t { Runs, Bars, Strips, SmallCharts };
    /// What can be looked at.
    struct Offer {
        Of of = Of::Runs;
        PlotChoice choice{};  ///< of the runs
    };

    void offerChoices();
    void offer(Of of, const QString& name, const PlotChoice& choice = {});
    void draw();
    void drawRuns(const PlotChoice& choice);
    void put(PlotModel model, bool with_legend);

    StudyForPlot study_;
    std::vector<Offer> offers_;
    std::vector<NodeCourse> nodes_;
    QComboBox* shown_;
    PlotView* plot_;
    PlotLegend* legend_;
    NodeMultiples* multiples_;
};

}  // namespace throughline::ui
