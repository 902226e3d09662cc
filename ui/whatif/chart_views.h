// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QStackedWidget>
#include <QWidget>
#include <optional>

#include "ui/plot/plot_view.h"
#include "ui/whatif/offer_search.h"
#include "ui/whatif/scenario_document.h"
#include "ui/whatif/tornado_view.h"

namespace throughline::ui {

class CalibrationTable;
class CatalogPanel;
class NodesPanel;
class OffersPanel;
class WaysPanel;

/// A view as it is shown, and what it says.
struct ChartInFront {
    QString title;     ///< "Many nodes"
    QString sentence;  ///< what it answers; "" where nothing was asked
    QString caption;   ///< how it is to be read
    PlotModel plot;
};

/// The charts of the scenarios, the offers and the catalogue, one at a time by a chooser that may
/// stand elsewhere. Only the one in front is kept up to date.
/// Thread: GUI.
class ChartViews : public QWidget {
    Q_OBJECT
public:
    enum View { Curve, Roofline, Levers, Cost, Offers, BackTest, Catalogue, Ways, Nodes };

    ChartViews(ScenarioDocument* document, OfferSearch* search, QWidget* parent = nullptr);

    /// The chooser is placed by who makes this, and goes with it.
    QComboBox* chooser() { return chooser_; }
    /// What is asked of the view in front, placed likewise; those of others are hidden.
    QList<QWidget*> controls() const;
    int count() const { return stack_->count(); }
    int currentIndex() const { return stack_->currentIndex(); }
    void setCurrentIndex(int view);
    PlotView* plot(View view) const { return plots_[view].view; }
    OffersPanel* offersPanel() { return offers_; }
    CatalogPanel* catalogPanel() { return catalog_; }
    WaysPanel* waysPanel() { return ways_; }
    NodesPanel* nodesPanel() { return nodes_; }
    CalibrationTable* calibrationTable() { return calibration_; }
    /// Along which the curve is: what was chosen, else whatever the answers depend on.
    model::Input curveInput() const;
    QString backTestText() const;
    /// What predictions for other image sizes rest on; "" without a study.
    QString remarkText() const;
    /// The runs that could not be predicted, with the reasons; "" when there are none.
    QString notPredictedText() const;
    /// The chart in front as a page of its own; none where it is the curve, which each scenario
    /// has, or where no chart is in front.
    std::optional<ChartInFront> inFront() const;
    /// What is in front, in the light print style with title and provenance.
    QImage picture();
    void copyPicture();

    void refresh();

private:
    struct Chart {
        QWidget* page = nullptr;
        PlotView* view = nullptr;
        QLabel* caption = nullptr;
        QWidget* control = nullptr;  ///< null: it has none
    };
    Chart makeChart();
    void show(Chart& chart, PlotModel model);
    void showTested();
    void followScenarios();
    /// That of the view in front; null: it has none.
    PlotView* frontPlot() const;
    void add(QWidget* view, const QString& name, const QString& tip);
    void makePlots();
    /// Only the view in front asks for room: the page need not scroll for one that nobody sees.
    void fitFront();
    QWidget* labelled(const QString& text, QWidget* field);

    ScenarioDocument* document_;  // borrowed
    OfferSearch* search_;         // borrowed
    QComboBox* chooser_;
    QStackedWidget* stack_;
    Chart plots_[BackTest + 1];
    QComboBox* curve_input_ = nullptr;
    bool input_is_chosen_ = false;  ///< by the user; else it follows the scenarios
    QComboBox* cost_per_ = nullptr;
    TornadoView* tornado_ = nullptr;
    OffersPanel* offers_ = nullptr;
    CatalogPanel* catalog_ = nullptr;
    WaysPanel* ways_ = nullptr;
    NodesPanel* nodes_ = nullptr;
    CalibrationTable* calibration_ = nullptr;
};

}  // namespace throughline::ui
