// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QThread>

#include "ui/bridge/live_source.h"

namespace throughline::ui {

/// Follows a record that another process is still writing: a measurement that survived its window.
/// Thread: GUI. Blocks: the destructor, until the reading thread has ended.
class RecordFollower : public LiveSource {
    Q_OBJECT
public:
    explicit RecordFollower(QString recordPath, QObject* parent = nullptr);
    ~RecordFollower() override;

    /// Its standard input is gone: it can be stopped by a signal, not paused.
    bool canPause() const override { return false; }
    void stop() override;
    void pause() override {}
    void resume() override {}
    void leaveRunning() override;

private:
    class Worker;

    QString record_path_;
    QThread thread_;
    Worker* worker_ = nullptr;  // lives in thread_, deleted by it
};

}  // namespace throughline::ui
