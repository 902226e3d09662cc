// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>
#include <QString>

#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// The series of a chart as a list to tick, with the line and marker each is drawn with. What all
/// or the neighbours have in common is said once above them; a name has two lines at most and its
/// whole in the tooltip. Works by keyboard and scrolls; it is not part of the chart.
/// Thread: GUI.
class PlotLegend : public QListWidget {
    Q_OBJECT
public:
    explicit PlotLegend(QWidget* parent = nullptr);

    void setModelSeries(const PlotModel& model);
    /// The entry of a series; null: there is none.
    QListWidgetItem* entry(int series) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void visibilityChanged(int series, bool visible);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    bool isOf(const PlotModel& model) const;  ///< whether it would look the same
    void addHead(const QString& text);
    void refreshIcons();
    void fitTexts();  ///< to the width that there is
    int textWidth(bool entry) const;

    PlotModel model_;  ///< without points, but those of cells
};

}  // namespace throughline::ui
