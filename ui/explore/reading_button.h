// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>
#include <map>

#include "ui/explore/plot_builder.h"

class QAction;

namespace throughline::ui {

/// How a chart is read: as values, relative to something, and against which lines.
/// Thread: GUI.
class ReadingButton : public QToolButton {
    Q_OBJECT
public:
    explicit ReadingButton(QWidget* parent = nullptr);

    /// Shows what of `choice` is chosen here. `hasBaseline`: a ticked study has the star.
    void setChoice(const PlotChoice& choice, bool hasBaseline);
    /// Puts what is chosen here into `choice`.
    void readInto(PlotChoice& choice) const;

Q_SIGNALS:
    void chosen();

private:
    void askGoal();

    std::map<YAs, QAction*> as_;
    QAction* ideal_ = nullptr;
    QAction* ceilings_ = nullptr;
    QAction* goal_action_ = nullptr;
    std::optional<double> goal_;
    std::string y_key_;
};

}  // namespace throughline::ui
