// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace throughline::ui {

/// Turns SIGTERM, SIGHUP and SIGINT (the session ends, Ctrl+C in the terminal) into a request to
/// end, so that the window is closed as by the user and not found dead at its next start.
/// One at a time. Thread: GUI.
class EndSignals : public QObject {
    Q_OBJECT
public:
    explicit EndSignals(QObject* parent = nullptr);
    ~EndSignals() override;  ///< a signal ends the program at once again

Q_SIGNALS:
    void asked();
};

}  // namespace throughline::ui
