// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QObject>
#include <QProcess>
#include <QStringList>

namespace throughline::ui {

/// A command of throughline-engine that answers with JSON: `version`, `inspect`, `gpu`, `dataset`.
/// Each line of its output that is an object is told as it comes; the last one is the answer.
/// Thread: GUI. Blocks: never; the outputs are small.
class EngineCommand : public QObject {
    Q_OBJECT
public:
    explicit EngineCommand(QObject* parent = nullptr);
    ~EngineCommand() override;  // kills a command that still runs

    void start(const QString& engine, const QStringList& arguments);
    /// SIGTERM: the engine stops within a second and keeps what is whole.
    void cancel();
    bool isRunning() const;
    /// Of the last command: its end tells nothing.
    bool wasCancelled() const { return cancelled_; }
    /// How many commands of this program are under way.
    static int countRunning() { return count_running_; }

Q_SIGNALS:
    void progress(const QJsonObject& line);
    /// `error` is empty when the command succeeded.
    void finished(const QJsonObject& answer, const QString& error);

private:
    void takeOutput();
    void end(const QString& error);

    QProcess process_;
    QByteArray output_;
    QJsonObject answer_;
    bool cancelled_ = false;
    bool ended_ = true;
    static int count_running_;
};

}  // namespace throughline::ui
