// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QWidget>
#include <functional>
#include <utility>

#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// Does `work` elsewhere and then `done` on the GUI thread.
using WorkRunner = std::function<void(std::function<void()> work, std::function<void()> done)>;
/// Without a runner the work is done in place.
void runWork(const WorkRunner& runner,
             const std::function<void()>& work,
             const std::function<void()>& done);

/// Questions asked backwards: the cheapest way to a rate, and how many of something it takes.
/// Thread: GUI. A search over many candidates goes through the runner.
class FindPanel : public QWidget {
    Q_OBJECT
public:
    explicit FindPanel(ScenarioDocument* document, QWidget* parent = nullptr);

    void setRunner(WorkRunner runner) { runner_ = std::move(runner); }
    void search();
    /// The counts; offers stay as they were found, and are said to be of another base if they are.
    void refresh();
    const std::vector<whatif::Offer>& offers() const noexcept { return found_.offers; }
    QString summaryText() const { return summary_->text(); }
    QTableWidget* offerTable() { return offer_table_; }
    QTableWidget* countTable() { return count_table_; }
    QCheckBox* safeBox() { return safe_; }
    QComboBox* countInput() { return input_; }

Q_SIGNALS:
    void searched();

private:
    QWidget* makeSearch();
    QWidget* makeCounts();
    void take(const Result<whatif::WhatIf>& found, bool safe);
    void fillOffers();
    void fillCounts();
    void addChosen();
    void useCount();
    std::optional<double> target() const;

    ScenarioDocument* document_;  // borrowed
    WorkRunner runner_;
    whatif::WhatIf found_;
    /// The base that offers were found for.
    using Asked = std::pair<whatif::Scenario, const StudyBase*>;
    Asked asked_;
    QString summary_text_;
    bool searching_ = false;
    QLineEdit* target_ = nullptr;
    QCheckBox* safe_ = nullptr;
    QPushButton* search_ = nullptr;
    QPushButton* add_ = nullptr;
    QLabel* summary_ = nullptr;
    QTableWidget* offer_table_ = nullptr;
    QComboBox* input_ = nullptr;
    QTableWidget* count_table_ = nullptr;
    QPushButton* use_ = nullptr;
};

}  // namespace throughline::ui
