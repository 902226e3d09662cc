// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <cstdint>

#include "engine/base/mutex.h"
#include "ui/bridge/live_study.h"

namespace throughline::ui {

/// How a measurement ended, as far as the window is concerned.
struct LiveOutcome {
    enum class Kind : std::uint8_t {
        Done,
        StoppedEarly,   ///< asked for; what was measured is kept
        Played,         ///< nothing of it is kept
        Failed,         ///< the engine said why
        Crashed,        ///< the engine ended without a word
        Killed,         ///< it did not obey stop, so we ended it
        CouldNotStart,  ///< no process came to be
        LeftRunning,    ///< goes on without us
        Interrupted,    ///< a followed record ended without its last line
    };
    Kind kind = Kind::Done;
    QString message;     ///< for people; empty when there is nothing to say
    QString recordPath;  ///< the file with what came; may not exist
};

/// A measurement as the window sees it: a child process of ours, or a record that another process
/// writes.
/// Thread: GUI. Delivers only the newest snapshot, at most four a second; a window that is slow
/// skips some and is never flooded.
class LiveSource : public QObject {
    Q_OBJECT
public:
    static constexpr int kPublishIntervalMs = 250;

    using QObject::QObject;

    /// Never null.
    SnapshotPtr snapshot() const { return shown_; }
    bool hasEnded() const { return ended_; }
    const LiveOutcome& outcome() const { return outcome_; }

    virtual bool canPause() const = 0;
    virtual void stop() = 0;
    virtual void pause() = 0;
    virtual void resume() = 0;
    /// Nothing is recorded, so settings that are marked live can be changed meanwhile.
    virtual bool isPlay() const { return false; }
    /// Asks for another value of a live setting; refused() follows when it is not to be.
    virtual void changeSetting(const QString& key, qint64 value);
    /// Does not wait for the next try of a connection to another computer that broke.
    virtual void tryNow() {}
    /// Lets it go on without this window; ended() follows with LeftRunning.
    virtual void leaveRunning() = 0;

Q_SIGNALS:
    void snapshotChanged();
    /// A control command was refused.
    void refused(const QString& reason);
    void ended();

protected:
    /// Any thread.
    void publish(SnapshotPtr snapshot);
    /// Any thread; the last call of a source.
    void publishEnd(LiveOutcome outcome);
    void publishRefusal(const QString& reason);

private:
    void deliver();

    Mutex mutex_;
    SnapshotPtr newest_ GUARDED_BY(mutex_);
    bool delivery_pending_ GUARDED_BY(mutex_) = false;
    SnapshotPtr shown_ = std::make_shared<const LiveSnapshot>();
    LiveOutcome outcome_;
    bool ended_ = false;
};

}  // namespace throughline::ui
