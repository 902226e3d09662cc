// SPDX-License-Identifier: GPL-3.0-or-later
// Where the window lies, remembered for each set of screens: that of the office says nothing about
// the one of the train.
#pragma once

#include <QMainWindow>
#include <QSettings>

namespace throughline::ui {

void restoreLayout(QMainWindow* window, const QSettings& settings);
void keepLayout(const QMainWindow& window, QSettings* settings);

/// Size of a window that was never resized: all of it, its title bar too, fits what the screen has
/// left beside panels.
QSize firstWindowSize(const QSize& available_px, int title_bar_px);

/// Shows and raises it, as for files that a second start hands over.
void bringToFront(QWidget* window);

}  // namespace throughline::ui
