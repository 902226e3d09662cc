// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/record_follower.h"

#include <QTimer>
#include <csignal>
#include <utility>

#include "engine/record/record_lines.h"
#include "ui/bridge/spool.h"

namespace throughline::ui {

class RecordFollower::Worker : public QObject {
public:
    explicit Worker(RecordFollower& owner) : owner_(owner) {}

    void start() {
        auto* timer = new QTimer(this);
        connect(timer, &QTimer::timeout, this, [this] { read(); });
        timer->start(kPublishIntervalMs);
        read();
    }

    void stop() {
        const qint64 process = lockOwner(owner_.record_path_);
        if (process <= 0 || ::kill(static_cast<pid_t>(process), SIGTERM) != 0) {
            owner_.publishRefusal(tr("The measuring process could not be reached."));
            return;
        }
        study_.setStopping(true);
        owner_.publish(study_.snapshot());
    }

    void end(LiveOutcome::Kind kind) {
        ended_ = true;
        const QString message =
            kind == LiveOutcome::Kind::Interrupted
                ? tr("The measuring process ended before its study was complete. What it had "
                     "measured is kept.")
                : QString();
        owner_.publishEnd({.kind = kind, .message = message, .recordPath = owner_.record_path_});
    }

private:
    void read() {
        if (ended_) {
            return;
        }
        const std::string path = owner_.record_path_.toStdString();
        // Asked before reading: what is written after the answer comes with the next turn.
        const bool live = record::record_is_locked(path);
        const std::uint64_t before = offset_;
        auto after = record::read_complete_lines(
            path, offset_, [this](std::string_view line) { study_.addLine(line); });
        if (after) {
            offset_ = *after;
        }
        if (offset_ != before) {
            owner_.publish(study_.snapshot());
        }
        if (!live || !after) {
            end(study_.state().complete ? LiveOutcome::Kind::Done : LiveOutcome::Kind::Interrupted);
        }
    }

    RecordFollower& owner_;
    LiveStudy study_;
    std::uint64_t offset_ = 0;
    bool ended_ = false;
};

RecordFollower::RecordFollower(QString recordPath, QObject* parent)
    : LiveSource(parent), record_path_(std::move(recordPath)) {
    worker_ = new Worker(*this);
    worker_->moveToThread(&thread_);
    connect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);
    thread_.setObjectName(QStringLiteral("record follower"));
    thread_.start();
    QMetaObject::invokeMethod(worker_, [worker = worker_] { worker->start(); });
}

RecordFollower::~RecordFollower() {
    thread_.quit();
    thread_.wait();
}

void RecordFollower::stop() {
    QMetaObject::invokeMethod(worker_, [worker = worker_] { worker->stop(); });
}

void RecordFollower::leaveRunning() {
    QMetaObject::invokeMethod(worker_,
                              [worker = worker_] { worker->end(LiveOutcome::Kind::LeftRunning); });
}

}  // namespace throughline::ui
