// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>
#include <QString>

#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// The series of a chart as a list to tick, with the line and marker each is drawn with. Works by
/// keyboard and scrolls; it is not part of the chart.
/// Thread: GUI.
class PlotLegend : public QListWidget {
    Q_OBJECT
public:
    explicit PlotLegend(QWidget* parent = nullptr);

    void setModelSeries(const PlotModel& model);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void visibilityChanged(int series, bool visible);

private:
    bool isOf(const PlotModel& model) const;  ///< whether it would look the same
    void refreshIcons();

    PlotModel model_;  ///< without points
};

}  // namespace throughline::ui
