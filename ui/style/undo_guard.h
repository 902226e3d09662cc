// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace throughline::ui {

/// While it lives the keys of undo and redo are the window's in a field that has no text of its own
/// to take back: a choice, a step of a number and what was entered are steps of the window. Holds
/// for all windows and dialogs, but not for cells that are edited. Thread: GUI.
class UndoGuard : public QObject {
    Q_OBJECT
public:
    explicit UndoGuard(QObject* parent = nullptr);

    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace throughline::ui
