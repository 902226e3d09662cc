// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>
#include <QMainWindow>
#include <QSettings>

namespace throughline::ui {

/// The width of the list of studies. A small window squeezes it; in a larger one it is again as
/// wide as it was, or as somebody drew it, also at the next start. Thread: GUI.
class ListWidth : public QObject {
    Q_OBJECT
public:
    /// All are borrowed; owned by `window`.
    ListWidth(QMainWindow* window, QDockWidget* list, QSettings* settings);

    /// That which fits the size of the text, whatever it was before.
    void reset();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void give();
    void giveBack();  ///< where it is narrower

    QMainWindow* window_;
    QDockWidget* list_;
    QSettings* settings_;
    int wanted_px_ = 0;
    int pressed_px_ = 0;  ///< its width while its edge is held; 0: it is not
};

}  // namespace throughline::ui
