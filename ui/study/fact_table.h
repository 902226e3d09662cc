// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QWidget>
#include <functional>
#include <optional>

#include "ui/study/fact_model.h"
#include "ui/study/missing_measurement.h"

namespace throughline::ui {

class RunBar;

/// Figures or settings of the selected runs as a table that is searched by words, with what the
/// current row is below it.
/// Thread: GUI.
class FactTable : public QWidget {
    Q_OBJECT
public:
    struct What {
        QString heading;      ///< of the first column: "Figure"
        QString searchWords;  ///< "Find a figure by words"
        QString none;         ///< what stands here where there is nothing
        QString notFound;     ///< where nothing has the words %1: "No figure contains “%1”."
        QString nothing;      ///< where there is nothing to search: "No figure is recorded."
        std::vector<FactRow> (*rows)(const RunSelection&);
        QString (*tsv)(const RunSelection&);
        /// What would measure a figure of all stages that a study lacks; null: of settings nothing
        /// does.
        std::optional<MissingMeasurement> (*measurement)(const record::Study&) = nullptr;
    };

    FactTable(RunSelection* runs, What what, QWidget* parent = nullptr);

    FactModel* model() { return &model_; }
    QTableView* view() { return view_; }
    QLineEdit* search() { return search_; }
    QCheckBox* differencesOnly() { return differences_; }
    RunBar* runBar() { return bar_; }
    void copy();
    void goToTop();  ///< to the figure that comes first
    /// At the top, with every figure: words of an earlier search would hide what is shown now.
    void beginAnew();
    bool isEmpty() const { return runs_->columns().empty(); }
    /// The whole table as tab-separated text, as it is copied.
    QString text() const { return what_.tsv(*runs_); }
    /// That not all chosen studies are shown; hidden where they are.
    QLabel* leftOut() { return left_out_; }
    /// Why no row is shown; hidden where one is.
    QLabel* emptyText() { return empty_; }
    /// Measures what the current cell lacks, or shows each of many that the current row puts
    /// together; hidden where there is neither.
    QPushButton* measureButton() { return measure_; }

Q_SIGNALS:
    void said(const QString& message);
    /// The form with these settings, which bring a figure that is missing.
    void measureAsked(const throughline::spec::StudySpec& spec);

protected:
    void resizeEvent(QResizeEvent* event) override;
    /// Enter in the table.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setUpView();
    QWidget* makeDetails();
    void refresh();
    void filter();
    /// The rows that are left, the first of them current where none is, or why there are none.
    void showRows();
    QString nothingText() const;
    /// As wide as their cells, or wider where there is room; the names of runs take lines.
    void fitColumns();
    int widthOfValues(int column) const;  ///< in pixels, of what is there
    void showDetails();
    /// What the button does.
    void act();
    /// Of the current cell, or of the current row's first one that lacks its figure.
    std::optional<MissingMeasurement> missingHere() const;

    RunSelection* runs_;  // borrowed
    What what_;
    FactModel model_;
    FactFilter filter_;
    QLineEdit* search_;
    QCheckBox* differences_;
    RunBar* bar_;
    QTableView* view_;
    QLabel* left_out_;
    QLabel* empty_;
    QLabel* details_;
    QPushButton* measure_;
};

}  // namespace throughline::ui
