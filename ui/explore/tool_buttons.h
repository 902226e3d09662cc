// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QToolButton;

namespace throughline::ui {

/// The buttons above the explorer's charts; all are there once it is made, and it owns them.
struct ToolButtons {
    QToolButton* views = nullptr;  ///< the studies' charts
    QToolButton* runs = nullptr;   ///< kinds of points
    QToolButton* samples = nullptr;
    QToolButton* map = nullptr;
    QToolButton* more = nullptr;  ///< the rarer kinds of charts
    QToolButton* table = nullptr;
    QToolButton* crosshair = nullptr;
    QToolButton* brush = nullptr;
    QToolButton* column = nullptr;  ///< of several charts
    QToolButton* out = nullptr;     ///< copy, export
};

}  // namespace throughline::ui
