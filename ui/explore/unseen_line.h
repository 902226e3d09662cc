// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "ui/charts/unseen_studies.h"

namespace throughline::ui {

/// One line above a chart: how many of the plotted studies have no point in it, with a button to a
/// chart in which they have. Hidden where all have. Thread: GUI.
class UnseenLine : public QWidget {
    Q_OBJECT
public:
    explicit UnseenLine(QWidget* parent = nullptr);

    void setUnseen(const UnseenStudies& unseen);

Q_SIGNALS:
    void chartAsked(const throughline::ui::PlotChoice& choice);

private:
    UnseenStudies unseen_;
    QLabel* text_;
    QPushButton* show_;
};

}  // namespace throughline::ui
