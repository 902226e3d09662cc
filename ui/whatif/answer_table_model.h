// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <functional>
#include <vector>

#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// "Storage bandwidth", … as the ladder names its rungs.
QString limitTitle(model::Limit limit);
/// "3 740…4 710", "26.7k…33.7k".
/// A predicted rate with as many digits as its grade is worth: "4 199", of an estimate "4 200".
QString predictedText(double rate, model::Grade grade);
QString intervalText(const model::Interval& interval, model::Grade grade);
/// "typed in or from the catalogue, nothing measured here", … for a grade.
QString gradeMeaning(model::Grade grade);

/// What the model says, as rows; scenarios as columns. Every figure is predicted and looks so:
/// italic, with "≈" before the rate.
/// Thread: GUI.
class AnswerTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// Of a rung of the ladder: the limit over four times the smallest, at most 1; -1
    /// elsewhere and where nothing limits.
    static constexpr int kRungRole = Qt::UserRole + 1;
    /// Of a rung: whether it is the one that limits.
    static constexpr int kBindsRole = Qt::UserRole + 2;
    /// Of the rate: true, it is written large.
    static constexpr int kLargeRole = Qt::UserRole + 3;

    /// Of the rate: true where the model is asked beyond what was measured.
    static constexpr int kOutsideRole = Qt::UserRole + 4;

    explicit AnswerTableModel(ScenarioDocument* document, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    int rowTitled(const QString& title) const;  ///< -1: none
    /// The rate without burst credits: a row of dashes where no storage has any.
    int creditsRow() const noexcept { return credits_row_; }

private:
    /// Of a column that cannot be answered: blank, with the reason.
    QVariant unansweredData(const QModelIndex& index, int role) const;
    using Text = std::function<QString(const whatif::Answer&, std::size_t column)>;
    struct Row {
        QString title;
        QString tip;
        Text text;
    };
    void add(const QString& title, const QString& tip, Text text);
    void addRate();
    void addLadder();
    void addUse();
    void addTimes();
    void addCosts();
    void addRemarks();
    void refresh();
    const whatif::Answer* answerAt(int column) const;

    ScenarioDocument* document_;  // borrowed
    std::vector<Row> rows_;
    int first_rung_ = 0;
    int credits_row_ = 0;
    int columns_ = 0;
};

}  // namespace throughline::ui
