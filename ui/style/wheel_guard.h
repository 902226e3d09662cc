// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace throughline::ui {

/// While it lives the wheel over a closed list, a number field or a slider of the program turns it
/// only where it has the focus, and scrolls the page below it otherwise; it gives no focus either.
/// Holds for all windows and dialogs. Thread: GUI.
class WheelGuard : public QObject {
    Q_OBJECT
public:
    explicit WheelGuard(QObject* parent = nullptr);

    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace throughline::ui
