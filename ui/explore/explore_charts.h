// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "ui/explore/chart_grid.h"
#include "ui/explore/explore_document.h"
#include "ui/explore/sample_store.h"

namespace throughline::ui {

/// Draws the document's charts in a grid, with the samples that they need, and hands what is done
/// in a plot to the document.
/// Thread: GUI. It never waits: samples come through the provider.
class ExploreCharts : public QObject {
    Q_OBJECT
public:
    ExploreCharts(ExploreDocument* document, ChartGrid* grid, QObject* parent = nullptr);

    SampleStore* samples() const noexcept { return samples_; }
    ChartGrid* grid() const noexcept { return grid_; }
    PlotView* plot() const { return grid_->current()->plot(); }  ///< the current chart's
    void setCrosshairShown(bool shown);
    void setBrushing(bool on);
    void focus() const;

Q_SIGNALS:
    void refreshed();  ///< what the current chart shows may be something else
    void paneMade(ChartPane* pane);
    void crosshairToggled(bool shown);
    void brushingToggled(bool on);
    void statusTextChanged(const QString& text);
    void draggedOut();  ///< the current chart, by the mouse

private:
    void connectPane(ChartPane* pane);
    void show();
    void matchPanes();
    ChartRecipe recipeOf(const PlotChoice& choice) const;
    BuiltPlot builtPlot(const PlotChoice& choice);
    void requestSamples(const PlotChoice& choice);
    void refineSamples(const ChartPane* pane);  ///< what is looked at closely
    void hideSeries(ChartPane* pane) const;
    void restoreZooms(const ExploreState& state);
    void keepZoom(const ChartPane* pane);
    void keepScales(ChartPane* pane, bool logarithmic_x, bool logarithmic_y);
    void showSelection();

    ExploreDocument* document_;  // borrowed
    ChartGrid* grid_;            // borrowed
    SampleStore* samples_;
    bool crosshair_ = false;
    bool brushing_ = false;
};

}  // namespace throughline::ui
