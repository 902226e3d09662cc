// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <memory>

namespace throughline::ui {

/// An application that can measure what each event costs the GUI thread.
/// With THROUGHLINE_EVENT_TIMES=FILE it writes at its end, as JSON, for the time while a
/// measurement was live and for the rest: number of events, highest thread CPU time, wall time
/// (p50, p99, highest), and the costliest events by name. Events that ran a loop of their own (a
/// dialog) are left out; what happens inside them is counted.
class TimedApplication : public QApplication {
    Q_OBJECT
public:
    TimedApplication(int& argc, char** argv);
    ~TimedApplication() override;

    bool notify(QObject* receiver, QEvent* event) override;

    /// A measurement is running: its events are counted apart.
    static void setLive(bool live);

private:
    class Recorder;
    std::unique_ptr<Recorder> recorder_;  // null: not asked for
};

}  // namespace throughline::ui
