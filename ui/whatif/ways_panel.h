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
    void makeTable();
    void ask(const whatif::WaysQuestion& question, const QString& text, const QString& mergeKey);
    void takeData(const QString& text);
    void takeCache(const QString& text);
    void fillQuestion();
    void fillTable(const whatif::WaysAnswer& answer);

    ScenarioDocument* document_;  // borrowed
    QuantityEdit* data_;
    QuantityEdit* cache_;
    QComboBox* policy_;
    CountBox* epochs_;
    WrappedLine* sentence_;
    PlotView* view_;
    QTableWidget* table_;
    QLabel* tested_;
};

}  // namespace throughline::ui
