// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>
#include <optional>

#include "engine/whatif/reach.h"
#include "ui/whatif/answer_banner.h"
#include "ui/whatif/offer_search.h"

namespace throughline::ui {

/// "To reach 10,000 images/s": what the chosen scenario would have to have more of, in a sentence,
/// and the cheapest offers, which become scenarios.
/// Thread: GUI.
class ReachRow : public QWidget {
    Q_OBJECT
public:
    ReachRow(ScenarioDocument* document, OfferSearch* search, QWidget* parent = nullptr);

    QString sentence() const { return sentence_->text(); }
    QLineEdit* targetField() { return target_; }
    QComboBox* askedBox() { return asked_; }
    QPushButton* useButton() { return use_; }
    QList<QToolButton*> offerButtons() const { return offers_; }
    /// What the offers train, and whether that is as the scenario does.
    QString computedFor() const { return computed_for_->line(); }

Q_SIGNALS:
    /// These are to be set in the chosen scenario, in one step.
    void countsAsked(const std::vector<std::pair<model::Input, double>>& counts);
    void allOffersAsked();
    void refused(const QString& why);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QHBoxLayout* makeOffers();
    void takeTarget();
    void showTarget();
    void refresh();
    void showOffers();
    void use();
    std::optional<whatif::Reach> reach() const;

    ScenarioDocument* document_;  // borrowed
    OfferSearch* search_;         // borrowed
    QLineEdit* target_;
    QComboBox* asked_;
    WrappedLine* sentence_;
    QPushButton* use_;
    QLabel* cheapest_;
    WrappedLine* computed_for_;  ///< what offers train, where that is not as asked
    WrappedLine* none_;          ///< why there is no offer
    QList<QToolButton*> offers_;
    QToolButton* all_;
};

}  // namespace throughline::ui
