// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QSlider>
#include <QSpinBox>
#include <QTimer>
#include <QWidget>

#include "ui/bridge/live_study.h"

namespace throughline::ui {

/// The number of decoder threads of a run that is played: not recorded, so that it may be changed
/// meanwhile. Disabled with the reason as its tooltip where that cannot be.
/// Thread: GUI.
class ThreadsControl : public QWidget {
    Q_OBJECT
public:
    explicit ThreadsControl(QWidget* parent = nullptr);

    /// Follows the run: its own number when it begins, then what was asked for.
    void setSnapshot(const LiveSnapshot& snapshot);
    /// The engine refused: back to the number that was in force.
    void goBack();

    int threads() const { return box_->value(); }

Q_SIGNALS:
    /// Asked for by the user, once the slider has come to rest.
    void asked(int threads);

private:
    void show(int threads);
    void askSoon(int threads);
    void takeRun(const LiveSnapshot& snapshot);
    QString reasonAgainst(const LiveSnapshot& snapshot) const;

    QLabel* label_;
    QSlider* slider_;
    QSpinBox* box_;
    QTimer rest_;
    int run_ = 0;
    int before_ = 1;  ///< the last change
    int in_force_ = 1;
    int asked_ = 0;  ///< 0 = nothing to send
};

}  // namespace throughline::ui
