// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QTableWidget>
#include <QWidget>
#include <memory>
#include <utility>

#include "ui/plot/plot_view.h"
#include "ui/style/number_text.h"
#include "ui/whatif/answer_banner.h"
#include "ui/whatif/offer_search.h"
#include "ui/whatif/quantity_edit.h"
#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// "Copy first, stream, or cache?": asked of a study that measured all three, for its data set or
/// for another size, a smaller cache and more epochs. The question is part of the document.
/// Thread: GUI; what takes longer than a moment goes through the runner.
class WaysPanel : public QWidget {
    Q_OBJECT
public:
    explicit WaysPanel(ScenarioDocument* document, QWidget* parent = nullptr);

    void setRunner(WorkRunner runner) { runner_ = std::move(runner); }
    QuantityEdit* dataField() { return data_; }
    QuantityEdit* cacheField() { return cache_; }
    QComboBox* policyBox() { return policy_; }
    CountBox* epochsBox() { return epochs_; }
    QComboBox* storeBox() { return store_; }
    QComboBox* diskBox() { return disk_; }
    QString costText() const { return cost_->text(); }
    QString sentence() const { return sentence_->line(); }
    QString testText() const { return tested_->text(); }
    QTableWidget* table() { return table_; }
    PlotView* plot() { return view_; }
    /// An answer is being worked out elsewhere; what is shown is that of the question before.
    bool isUnderWay() const { return under_way_; }

    void refresh();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Played;

    QWidget* makeQuestion();
    QWidget* makePrices();
    void makeTable();
    void ask(const whatif::WaysQuestion& question, const QString& text, const QString& mergeKey);
    void takeData(const QString& text);
    void takeCache(const QString& text);
    void fillQuestion();
    void fillPrices();
    void showCosts(const whatif::WaysCosts& costs);
    void fillTable(const whatif::WaysAnswer& answer, const whatif::WaysCosts& costs);
    void showParts(bool shown);
    void play(const StudyOfWays& study, const whatif::WaysQuestion& question);
    void showAnswer(const Played& played);

    ScenarioDocument* document_;  // borrowed
    WorkRunner runner_;
    QuantityEdit* data_;
    QuantityEdit* cache_;
    QComboBox* policy_;
    CountBox* epochs_;
    QComboBox* store_;  ///< whose prices count, by their ids in the catalogue
    QComboBox* disk_;
    WrappedLine* sentence_;
    PlotView* view_;
    QTableWidget* table_;
    QLabel* cost_;
    QLabel* tested_;
    std::shared_ptr<const Played> played_;  ///< what is shown
    bool under_way_ = false;
};

}  // namespace throughline::ui
