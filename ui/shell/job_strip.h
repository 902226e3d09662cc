// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QProgressBar>
#include <QToolButton>
#include <QWidget>

#include "ui/bridge/live_source.h"

namespace throughline::ui {

/// Share of the study that is done, 0 to 1, from the time that is left when it is known.
double doneShare(const LiveSnapshot& snapshot);

/// The strip along the bottom: what is measured now, how far it is, how to stop it.
/// Thread: GUI.
class JobStrip : public QWidget {
    Q_OBJECT
public:
    /// The actions stand in the Run menu too.
    JobStrip(QAction* pause, QAction* stop, QWidget* parent = nullptr);

    /// Null: nothing runs; `words` then says how the last one ended, or "".
    void setSnapshot(const LiveSnapshot* snapshot, const QString& words = {});
    /// What follows runs until it is stopped: nothing is said of how long.
    void setEndless(bool endless) { is_endless_ = endless; }

Q_SIGNALS:
    /// A click on the words: show the measurement.
    void clicked();

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    QLabel* what_ = nullptr;
    QProgressBar* bar_ = nullptr;
    QLabel* rate_ = nullptr;
    QLabel* left_ = nullptr;
    QLabel* pausing_ = nullptr;  ///< what became of a pause that was asked for
    QToolButton* pause_ = nullptr;
    QToolButton* stop_ = nullptr;
    bool is_endless_ = false;
};

}  // namespace throughline::ui
