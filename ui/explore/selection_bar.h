// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QLabel>
#include <QToolButton>
#include <QWidget>
#include <cstddef>
#include <vector>

#include "ui/explore/explore_document.h"

namespace throughline::ui {

/// Says how many runs are selected and how many are shown at all, with the actions for it. What
/// changes is told to screen readers.
/// Thread: GUI.
class SelectionBar : public QWidget {
    Q_OBJECT
public:
    explicit SelectionBar(ExploreDocument* document, QWidget* parent = nullptr);

    /// Show only the selected runs, clear the selection, show all runs.
    QList<QAction*> actions() const { return {only_, clear_, all_}; }
    QString words() const { return label_->text(); }
    /// Counts again, with what the selected runs reach in this chart.
    void update(const PlotModel& model);

Q_SIGNALS:
    void told(const QString& words);  ///< to screen readers

private:
    struct Counts {
        std::size_t selected = 0;
        std::size_t shown = 0;  ///< runs that are not filtered out
        std::size_t all = 0;    ///< runs of the plotted studies
        bool operator==(const Counts&) const = default;
    };

    ExploreDocument* document_;  // borrowed
    QAction* only_;
    QAction* clear_;
    QAction* all_;
    QLabel* label_;
    std::vector<QToolButton*> buttons_;
    Counts counts_;
};

}  // namespace throughline::ui
