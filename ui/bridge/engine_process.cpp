// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/engine_process.h"

#include <unistd.h>

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTimer>
#include <filesystem>

#include "engine/base/file_descriptor.h"
#include "ui/bridge/error_text.h"
#include "ui/bridge/spool.h"

namespace throughline::ui {

namespace {

/// Words of the engine kept for a message.
constexpr qsizetype kErrorTextMax = 4000;

/// What an engine adds to the signal that ended it, as a shell does.
constexpr int kShellAddsToASignal = 128;

/// Children that go on without us. A QProcess kills its child when it is destroyed, so these are
/// kept to the end of the program.
void keepForever(QProcess* process) {
    static auto* kept = new std::vector<QProcess*>;
    kept->push_back(process);
}

}  // namespace

/// What happens on the reading thread.
class EngineProcess::Worker : public QObject {
public:
    explicit Worker(EngineProcess& owner) : owner_(owner) {}

    void start(const std::string& spec_json) {
        const QString spec =
            owner_.options_.spoolFolder + u'/' + newRecordName() + QStringLiteral(".spec.json");
        auto written = makeSpool();
        if (written) {
            written = write_file_atomically(spec.toStdString(), spec_json);
        }
        if (!written) {
            endUnrecorded(written.error());
            return;
        }
        spec_path_ = spec;
        const QStringList run = there() + QStringList{QStringLiteral("run"), spec_path_};
        launch(owner_.plays_ ? run : run + record());
    }

    void startCommand(const QStringList& command) {
        if (auto made = makeSpool(); !made) {
            endUnrecorded(made.error());
            return;
        }
        launch(there() + command + record());
    }

    void takeUp() {
        launch({QStringLiteral("run"), QStringLiteral("--finish"), owner_.record_path_});
    }

    void command(const QString& name, QJsonObject object = {}) {
        if (process_ == nullptr || process_->state() != QProcess::Running) {
            return;
        }
        object.insert(QStringLiteral("id"), ++last_id_);
        object.insert(QStringLiteral("command"), name);
        commands_[last_id_] = name;
        process_->write(QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n');
    }

    void stop() {
        if (stop_asked_) {
            if (isElsewhere() && process_ != nullptr) {
                left_ = true;  // a second one leaves the run where it is
                process_->terminate();
            }
            return;
        }
        stop_asked_ = true;
        study_.setStopping(true);
        dirty_ = true;
        if (isElsewhere()) {
            if (process_ != nullptr) {
                process_->terminate();  // heard also while a connection is waited for
            }
            return;
        }
        command(QStringLiteral("stop"));
        QTimer::singleShot(owner_.options_.stopGraceMs, this, [this] { killHung(); });
    }

    void leaveRunning() {
        if (process_ != nullptr && process_->state() != QProcess::NotRunning) {
            process_->disconnect(this);
            process_->setParent(nullptr);
            keepForever(process_);
            process_ = nullptr;
        }
        finish(LiveOutcome::Kind::LeftRunning, {});
    }

private:
    Result<void> makeSpool() const {
        std::error_code failed;
        std::filesystem::create_directories(owner_.options_.spoolFolder.toStdString(), failed);
        return failed ? Result<void>(errno_error("make it", failed.value())) : Result<void>();
    }
    bool isElsewhere() const { return !owner_.options_.host.isEmpty(); }
    /// What stands before a command that another computer is to carry out.
    QStringList there() const {
        return isElsewhere() ? QStringList{QStringLiteral("remote"), owner_.options_.host}
                             : QStringList();
    }
    QStringList record() const { return {QStringLiteral("-o"), owner_.record_path_}; }

    void endUnrecorded(const Error& error) {
        finish(LiveOutcome::Kind::CouldNotStart,
               tr("Nothing was measured: the record could not be written to the folder %1 (%2). "
                  "Make that folder writable, or set THROUGHLINE_DATA_DIR to a writable folder and "
                  "restart Throughline.")
                   .arg(owner_.options_.spoolFolder, QString::fromStdString(describe(error))));
    }

    void launch(const QStringList& command) {
        study_.setHost(owner_.options_.host.toStdString());
        dirty_ = isElsewhere();
        publisher_ = new QTimer(this);
        connect(publisher_, &QTimer::timeout, this, [this] { publishIfNew(); });
        publisher_->start(kPublishIntervalMs);
        process_ = new QProcess(this);
        // A session of its own: a Ctrl+C meant for the window must not end the measurement.
        process_->setChildProcessModifier([] { ::setsid(); });
        connect(process_, &QProcess::readyReadStandardOutput, this, [this] { readLines(); });
        connect(process_, &QProcess::readyReadStandardError, this, [this] {
            error_text_ = (error_text_ + process_->readAllStandardError()).right(kErrorTextMax);
        });
        connect(process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
            if (error == QProcess::FailedToStart) {
                finish(LiveOutcome::Kind::CouldNotStart,
                       tr("%1 could not be started: %2")
                           .arg(process_->program(), process_->errorString()));
            }
        });
        connect(process_, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
            onFinished(code, status);
        });
        process_->start(
            owner_.options_.engine,
            command + QStringList{QStringLiteral("--events"), QStringLiteral("--control")});
        owner_.process_id_ = process_->processId();
    }

    void readLines() {
        output_ += process_->readAllStandardOutput();
        qsizetype start = 0;
        for (qsizetype end = output_.indexOf('\n'); end >= 0; end = output_.indexOf('\n', start)) {
            study_.addLine({output_.constData() + start, static_cast<std::size_t>(end - start)});
            start = end + 1;
            dirty_ = true;
        }
        output_.remove(0, start);
        for (const LiveStudy::Reply& reply : study_.takeReplies()) {
            takeReply(reply);
        }
    }

    void takeReply(const LiveStudy::Reply& reply) {
        const auto it = commands_.find(reply.id);
        if (it == commands_.end()) {
            return;
        }
        if (!reply.ok) {
            owner_.publishRefusal(QString::fromStdString(reply.error));
        } else if (it->second == QLatin1String("pause") || it->second == QLatin1String("resume")) {
            study_.setPaused(it->second == QLatin1String("pause"));
            dirty_ = true;
        }
        commands_.erase(it);
    }

    void publishIfNew() {
        if (dirty_) {
            dirty_ = false;
            owner_.publish(study_.snapshot());
        }
    }

    void killHung() {
        if (process_ == nullptr || process_->state() == QProcess::NotRunning) {
            return;
        }
        killed_in_ = QString::fromStdString(hungStage(study_.state()));
        killed_ = true;
        process_->kill();
    }

    void onFinished(int code, QProcess::ExitStatus status) {
        readLines();
        // What was said of the connection meanwhile is no reason.
        const QString words =
            isElsewhere() ? engineWords(error_text_).section(u'\n', -1) : engineWords(error_text_);
        if (owner_.plays_ && (code == 0 || code == 3) && status == QProcess::NormalExit) {
            finish(LiveOutcome::Kind::Played, {});
        } else if (killed_) {
            finish(LiveOutcome::Kind::Killed,
                   killed_in_.isEmpty()
                       ? tr("The measuring process did not stop within %1 s and was killed. What "
                            "it had measured is kept.")
                             .arg(owner_.options_.stopGraceMs / 1000.0)
                       : tr("The measuring process did not stop within %1 s and was killed; it "
                            "hung in: %2. What it had measured is kept.")
                             .arg(owner_.options_.stopGraceMs / 1000.0)
                             .arg(killed_in_));
        } else if (left_ && code > kShellAddsToASignal) {
            finish(LiveOutcome::Kind::Interrupted,
                   tr("The measurement was left on %1.").arg(owner_.options_.host));
        } else if (status == QProcess::CrashExit) {
            // After a signal QProcess gives its number as the exit code.
            finish(LiveOutcome::Kind::Crashed,
                   tr("The measuring process ended unexpectedly (%1). What it had measured is "
                      "kept.")
                       .arg(QString::fromLatin1(sigdescr_np(code))));
        } else if (code == 0) {
            finish(LiveOutcome::Kind::Done, {});
        } else if (code == 3) {
            finish(LiveOutcome::Kind::StoppedEarly, stop_asked_ ? QString() : words);
        } else {
            // Where runs failed the record says why.
            const bool recorded = study_.state().header != nullptr && !isElsewhere();
            finish(LiveOutcome::Kind::Failed,
                   words.isEmpty() && !recorded
                       ? tr("The engine stopped with exit code %1.").arg(code)
                       : words);
        }
    }

    void finish(LiveOutcome::Kind kind, const QString& message) {
        if (publisher_ != nullptr) {
            publisher_->stop();
        }
        if (kind != LiveOutcome::Kind::LeftRunning && !spec_path_.isEmpty()) {
            QFile::remove(spec_path_);
        }
        owner_.publish(study_.snapshot());
        // A record that was never begun is none that got lost.
        const bool begun = study_.state().header != nullptr || isElsewhere() ||
                           kind != LiveOutcome::Kind::Failed || QFile::exists(owner_.record_path_);
        owner_.publishEnd({.kind = kind,
                           .message = message,
                           .recordPath = begun ? owner_.record_path_ : QString()});
    }

    EngineProcess& owner_;
    QProcess* process_ = nullptr;
    QTimer* publisher_ = nullptr;
    LiveStudy study_;
    QByteArray output_;
    QByteArray error_text_;
    QString spec_path_;
    QString killed_in_;
    std::map<qint64, QString> commands_;
    qint64 last_id_ = 0;
    bool dirty_ = false;
    bool stop_asked_ = false;
    bool left_ = false;
    bool killed_ = false;
};

EngineProcess::EngineProcess(Options options, QObject* parent)
    : LiveSource(parent), options_(std::move(options)) {
    record_path_ = options_.spoolFolder + u'/' + newRecordName();
    worker_ = new Worker(*this);
    worker_->moveToThread(&thread_);
    connect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);
    thread_.setObjectName(QStringLiteral("engine events"));
    thread_.start();
}

EngineProcess::~EngineProcess() {
    QMetaObject::invokeMethod(
        worker_, [worker = worker_] { worker->leaveRunning(); }, Qt::BlockingQueuedConnection);
    thread_.quit();
    thread_.wait();
}

void EngineProcess::finish(const QString& record) {
    record_path_ = record;
    QMetaObject::invokeMethod(worker_, [worker = worker_] { worker->takeUp(); });
}

void EngineProcess::start(const spec::StudySpec& spec) {
    QMetaObject::invokeMethod(
        worker_, [worker = worker_, json = spec::spec_to_json(spec)] { worker->start(json); });
}

void EngineProcess::start(const QStringList& command) {
    QMetaObject::invokeMethod(worker_,
                              [worker = worker_, command] { worker->startCommand(command); });
}

void EngineProcess::fetch(const QString& run) {
    start(QStringList{QStringLiteral("fetch"), run});
}

void EngineProcess::play(const spec::StudySpec& spec) {
    plays_ = true;
    record_path_.clear();
    start(spec);
}

void EngineProcess::stop() {
    QMetaObject::invokeMethod(worker_, [worker = worker_] { worker->stop(); });
}

void EngineProcess::pause() {
    QMetaObject::invokeMethod(worker_,
                              [worker = worker_] { worker->command(QStringLiteral("pause")); });
}

void EngineProcess::resume() {
    QMetaObject::invokeMethod(worker_,
                              [worker = worker_] { worker->command(QStringLiteral("resume")); });
}

void EngineProcess::changeSetting(const QString& key, qint64 value) {
    QMetaObject::invokeMethod(worker_, [worker = worker_, key, value] {
        worker->command(QStringLiteral("set"),
                        {{QStringLiteral("key"), key}, {QStringLiteral("value"), value}});
    });
}

void EngineProcess::tryNow() {
    QMetaObject::invokeMethod(worker_,
                              [worker = worker_] { worker->command(QStringLiteral("try_now")); });
}

void EngineProcess::leaveRunning() {
    QMetaObject::invokeMethod(worker_, [worker = worker_] { worker->leaveRunning(); });
}

}  // namespace throughline::ui
