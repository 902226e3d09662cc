// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QToolButton>

#include "ui/charts/plot_choice.h"

namespace throughline::ui {

/// What the points of a chart are, as a menu with a picture for each kind.
/// Thread: GUI.
class KindButton : public QToolButton {
    Q_OBJECT
public:
    explicit KindButton(QWidget* parent = nullptr);

    void setKind(PointsOf points);
    QList<QAction*> kinds() const { return kinds_; }

Q_SIGNALS:
    void chosen(throughline::ui::PointsOf points);

private:
    QList<QAction*> kinds_;
};

}  // namespace throughline::ui
