// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QTabWidget>

#include "ui/plot/plot_legend.h"
#include "ui/plot/plot_view.h"
#include "ui/whatif/scenario_document.h"
#include "ui/whatif/tornado_view.h"

namespace throughline::ui {

class CalibrationTable;
class CatalogPanel;
class FindPanel;

/// The charts of the scenarios, and the questions asked backwards. Only the one in front is kept up
/// to date.
/// Thread: GUI.
class ChartTabs : public QTabWidget {
    Q_OBJECT
public:
    enum Tab { Curve, Roofline, Levers, Cost, Find, BackTest, Catalogue };

    explicit ChartTabs(ScenarioDocument* document, QWidget* parent = nullptr);

    void setColumn(int column);
    PlotView* plot(Tab tab) const { return plots_[tab].view; }
    FindPanel* findPanel() { return find_; }
    CatalogPanel* catalogPanel() { return catalog_; }
    CalibrationTable* calibrationTable() { return calibration_; }
    QString backTestText() const;
    /// What predictions for other image sizes rest on; "" without a study.
    QString remarkText() const;
    /// The runs that could not be predicted, with the reasons; "" when there are none.
    QString notPredictedText() const;
    /// What is in front, in the light print style with title and provenance.
    QImage picture();
    void copyPicture();

    void refresh();

private:
    struct Chart {
        QWidget* page = nullptr;
        PlotView* view = nullptr;
        PlotLegend* legend = nullptr;
        QLabel* caption = nullptr;
    };
    Chart makeChart(QWidget* control);
    void show(Chart& chart, PlotModel model);
    void showTested();
    QWidget* labelled(const QString& text, QWidget* field);

    ScenarioDocument* document_;  // borrowed
    int column_ = 0;
    Chart plots_[BackTest + 1];
    QComboBox* curve_input_ = nullptr;
    QComboBox* cost_per_ = nullptr;
    TornadoView* tornado_ = nullptr;
    FindPanel* find_ = nullptr;
    CatalogPanel* catalog_ = nullptr;
    CalibrationTable* calibration_ = nullptr;
};

}  // namespace throughline::ui
