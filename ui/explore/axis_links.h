// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "ui/plot/plot_view.h"

namespace throughline::ui {

/// Keeps charts with the same x axis in step: one range of everything, one zoom, the same
/// ticks, one crosshair.
/// In a column it puts their plot areas in line, and of neighbours with the same x axis only the
/// lowest names it.
/// Thread: GUI.
class AxisLinks : public QObject {
    Q_OBJECT
public:
    explicit AxisLinks(QObject* parent = nullptr) : QObject(parent) {}

    /// From top to bottom where `column`. The charts must outlive the links or be replaced here.
    void setPlots(std::vector<PlotView*> plots, bool column);
    /// After a plot has other data: their ranges and places are joined again.
    void join();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow(PlotView* leader);
    void point(const PlotView* leader, std::optional<double> x);
    void alignAreas();

    std::vector<PlotView*> plots_;  // borrowed
    bool column_ = false;
    bool following_ = false;  ///< the change of range is our own
};

}  // namespace throughline::ui
