// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QObject>

#include "ui/explore/explore_document.h"

namespace throughline::ui {

/// Which charts there are and which was shown before, as actions with keys.
/// Thread: GUI.
class ChartActions : public QObject {
    Q_OBJECT
public:
    explicit ChartActions(ExploreDocument* document, QObject* parent = nullptr);

    /// Back to what was shown before, and forth again.
    QList<QAction*> history() const { return {back_, forward_}; }
    /// Add and remove charts, go from one to the next, change how they stand.
    QList<QAction*> charts() const { return {add_, remove_, next_, column_}; }
    QAction* add() const noexcept { return add_; }
    QAction* column() const noexcept { return column_; }

Q_SIGNALS:
    void focusWanted();  ///< on the current chart

private:
    void update();

    ExploreDocument* document_;  // borrowed
    QAction* back_;
    QAction* forward_;
    QAction* add_;
    QAction* remove_;
    QAction* next_;
    QAction* column_;
};

}  // namespace throughline::ui
