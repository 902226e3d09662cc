// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTimer>
#include <deque>
#include <string>
#include <vector>

#include "ui/plot/plot_view.h"

namespace throughline::ui {

/// The last seconds of a measurement. Redrawn at most four times a second however often it is fed;
/// the y axis grows when it must and never jumps back within a measurement.
/// Thread: GUI.
class LiveChart : public PlotView {
    Q_OBJECT
public:
    static constexpr int kRedrawIntervalMs = 250;

    struct Line {
        QString name;
        int colourSlot = 0;
    };
    struct Options {
        std::string metric;  ///< key that names axis and unit
        double windowSeconds = 120.0;
        std::vector<Line> lines{};  ///< one nameless line when empty
    };
    explicit LiveChart(Options options, QWidget* parent = nullptr);

    /// One value for each line at `t_s`; NaN = none. Times must not go back.
    void append(double t_s, const std::vector<double>& values);
    /// All at once: for each line its last values, newest last, one every `interval_s`.
    void setHistories(const std::vector<std::vector<double>>& lines, double interval_s = 1.0);
    void clear();  ///< another measurement begins: y starts over too

private:
    struct Moment {
        double t_s;
        std::vector<double> values;
    };
    void schedule();
    void redrawNow();

    Options options_;
    std::deque<Moment> moments_;
    double y_max_ = 0.0;
    QTimer timer_;
    bool pending_ = false;
};

}  // namespace throughline::ui
