// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QTabWidget>
#include <QTableView>
#include <QWidget>

#include "ui/whatif/adjust_strip.h"
#include "ui/whatif/answer_table_model.h"
#include "ui/whatif/input_table_model.h"

namespace throughline::ui {

/// The scenarios as columns: their inputs, the chosen one on a slider, or all answers.
/// Thread: GUI.
class ScenarioTables : public QWidget {
    Q_OBJECT
public:
    explicit ScenarioTables(ScenarioDocument* document, QWidget* parent = nullptr);

    /// The input that is chosen; none on a heading or an entry.
    std::optional<model::Input> currentInput() const;
    enum Tab { Inputs, Answers };
    void showTab(Tab tab) { tabs_->setCurrentIndex(tab); }
    QTableView* answers() { return answers_; }
    QTableView* inputs() { return inputs_; }
    AnswerTableModel* answerModel() { return answer_model_; }
    InputTableModel* inputModel() { return input_model_; }
    AdjustStrip* strip() { return strip_; }

Q_SIGNALS:
    void renameAsked(int column);
    void refused(const QString& why);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QCheckBox* makeTabs();
    void prepare(QTableView* table);
    void alignTables();
    void fitTitles();
    void spanHeadings();
    QString rowTitle(int row) const;
    void chooseAgain();
    void hideEmptyAnswers();
    void takeCurrent(const QModelIndex& index);
    void showChosen();
    bool takeKey(int key);

    ScenarioDocument* document_;  // borrowed
    AnswerTableModel* answer_model_;
    InputTableModel* input_model_;
    QTableView* answers_;
    QTableView* inputs_;
    QTabWidget* tabs_;
    AdjustStrip* strip_;
    QString chosen_title_;
};

}  // namespace throughline::ui
