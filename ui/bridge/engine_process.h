// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QThread>

#include "engine/spec/spec.h"
#include "ui/bridge/live_source.h"

namespace throughline::ui {

/// Runs `throughline-engine run` or `storage` as a child: `-o` into the spool folder, events read
/// and parsed on a thread of its own, control commands with ids. A child that does not obey stop
/// within kStopGraceMs is killed and the stage that hung is named. Thread: GUI. Blocks: the
/// destructor, until the reading thread has ended; a child that still runs then is left to itself
/// and goes on writing its record.
class EngineProcess : public LiveSource {
    Q_OBJECT
public:
    static constexpr int kStopGraceMs = 5000;

    struct Options {
        QString engine;       ///< program
        QString spoolFolder;  ///< made when absent
        /// Another computer that measures, as ssh takes it; "" = this one. Its record comes when
        /// the run has ended there. It is never killed: stop() asks it to end, and once
        /// more leaves it there.
        QString host{};
        int stopGraceMs = kStopGraceMs;
    };
    explicit EngineProcess(Options options, QObject* parent = nullptr);
    ~EngineProcess() override;

    /// Starts measuring; once per object. ended() follows in any case.
    void start(const spec::StudySpec& spec);
    /// The same without a record; its settings may be changed meanwhile.
    void play(const spec::StudySpec& spec);
    /// The same for another command that measures into a record: "storage" with its arguments.
    void start(const QStringList& command);
    /// Brings a run home that was begun on Options::host before, by its id.
    void fetch(const QString& run);
    /// The same for what this record lacks, which is written into it.
    void finish(const QString& record);
    QString recordPath() const { return record_path_; }
    qint64 processId() const { return process_id_; }

    bool canPause() const override { return true; }
    void stop() override;
    void pause() override;
    void resume() override;
    bool isPlay() const override { return plays_; }
    void changeSetting(const QString& key, qint64 value) override;
    void tryNow() override;
    void leaveRunning() override;

private:
    class Worker;

    Options options_;
    QString record_path_;  ///< "" = nothing is recorded
    bool plays_ = false;
    std::atomic<qint64> process_id_ = 0;
    QThread thread_;
    Worker* worker_ = nullptr;  // lives in thread_, deleted by it
};

}  // namespace throughline::ui
