// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QWidget>

#include "ui/whatif/offer_search.h"

namespace throughline::ui {

/// Everything that an OfferSearch found, cheapest first; an offer becomes a scenario.
/// Thread: GUI.
class OffersPanel : public QWidget {
    Q_OBJECT
public:
    OffersPanel(ScenarioDocument* document, OfferSearch* search, QWidget* parent = nullptr);

    void refresh();
    QString summaryText() const { return summary_->text(); }
    QTableWidget* offerTable() { return offers_; }
    QCheckBox* safeBox() { return safe_; }

private:
    void fill();
    void addChosen();
    /// Whether what is chosen can be added, or is a scenario already, to go to.
    void allowAdd();

    ScenarioDocument* document_;  // borrowed
    OfferSearch* search_;         // borrowed
    QCheckBox* safe_;
    QPushButton* again_;
    QPushButton* add_;
    QLabel* summary_;
    QTableWidget* offers_;
};

}  // namespace throughline::ui
