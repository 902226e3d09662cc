// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QTableWidget>
#include <QWidget>

#include "ui/plot/plot_view.h"
#include "ui/style/number_text.h"
#include "ui/whatif/answer_banner.h"
#include "ui/whatif/quantity_edit.h"
#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// "Copy first, stream, or cache?": asked of a study that measured all three, for its data set or
/// for another size, a smaller cache and more epochs. The question is part of the document.
/// Thread: GUI.
class WaysPanel : public QWidget {
    Q_OBJECT
public:
    explicit WaysPanel(ScenarioDocument* document, QWidget* parent = nullptr);

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

    void refresh();
    /// None while another view is in front: the page need not be higher for it.
    int heightForWidth(int width) const override;

protected:
    void changeEvent(QEvent* event) override;

private:
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

    ScenarioDocument* document_;  // borrowed
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
};

}  // namespace throughline::ui
