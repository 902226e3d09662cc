// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QString>

namespace throughline::ui {

/// The window's log, and the mark by which the next start knows that this one ended badly.
/// Takes what Qt and the program warn of; a crash writes its signal and call stack at the end.
/// One at a time. Thread: made and ended in the GUI thread, written to from any.
class SessionLog {
public:
    static constexpr qint64 kMostBytes = 1'000'000;  ///< a longer one is put aside at the start
    static constexpr int kKept = 3;                  ///< window.1.log … window.3.log

    /// Writes to `folder`/window.log. A folder that cannot be written has no log.
    explicit SessionLog(const QString& folder);
    ~SessionLog();
    SessionLog(const SessionLog&) = delete;
    SessionLog& operator=(const SessionLog&) = delete;

    /// The session before this one crashed, was killed, or lost power.
    bool lastEndedBadly() const noexcept { return last_ended_badly_; }

private:
    QString mark_;
    bool last_ended_badly_ = false;
};

/// The folder of the log: "log" in the data folder.
QString logFolder();

/// The last lines of the log in `folder`.
QString logTail(const QString& folder, int lines = 200);

/// Without what names a person or a computer: home folder, user name and host name are replaced.
QString withoutPrivateData(QString text);

}  // namespace throughline::ui
