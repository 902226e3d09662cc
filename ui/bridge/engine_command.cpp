// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/engine_command.h"

#include <QJsonDocument>

#include "ui/bridge/error_text.h"

namespace throughline::ui {

int EngineCommand::count_running_ = 0;

EngineCommand::EngineCommand(QObject* parent) : QObject(parent) {
    connect(&process_, &QProcess::readyReadStandardOutput, this, &EngineCommand::takeOutput);
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            end(tr("%1 could not be started: %2").arg(process_.program(), process_.errorString()));
        }
    });
    connect(&process_, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        takeOutput();
        if (!output_.trimmed().isEmpty()) {  // one object over several lines, or a last line
            const QJsonDocument document = QJsonDocument::fromJson(output_);
            if (document.isObject()) {
                answer_ = document.object();
            }
        }
        const QString words = engineWords(process_.readAllStandardError());
        if (cancelled_) {
            end(tr("Cancelled."));
        } else if (status == QProcess::CrashExit) {
            end(tr("The engine ended unexpectedly. %1").arg(words));
        } else if (code != 0) {
            end(words.isEmpty() ? tr("The engine stopped with exit code %1.").arg(code) : words);
        } else {
            end({});
        }
    });
}

EngineCommand::~EngineCommand() {
    process_.disconnect(this);
    count_running_ -= ended_ ? 0 : 1;
    if (isRunning()) {
        process_.kill();
        process_.waitForFinished(1000);
    }
}

void EngineCommand::start(const QString& engine, const QStringList& arguments) {
    output_.clear();
    answer_ = {};
    cancelled_ = false;
    count_running_ += ended_ ? 1 : 0;
    ended_ = false;
    process_.start(engine, arguments, QIODevice::ReadOnly);
}

void EngineCommand::cancel() {
    if (isRunning()) {
        cancelled_ = true;
        process_.terminate();
    }
}

bool EngineCommand::isRunning() const {
    return process_.state() != QProcess::NotRunning;
}

void EngineCommand::takeOutput() {
    output_ += process_.readAllStandardOutput();
    // A pretty-printed answer has no line that is an object by itself: it stays in output_.
    qsizetype start = 0;
    QByteArray rest;
    while (start < output_.size()) {
        const qsizetype newline = output_.indexOf('\n', start);
        if (newline < 0) {
            rest += output_.mid(start);
            break;
        }
        const QByteArray line = output_.mid(start, newline - start);
        const QJsonDocument document = QJsonDocument::fromJson(line);
        if (document.isObject()) {
            answer_ = document.object();
            Q_EMIT progress(answer_);
        } else {
            rest += line + '\n';
        }
        start = newline + 1;
    }
    output_ = rest;
}

void EngineCommand::end(const QString& error) {
    if (!ended_) {
        ended_ = true;
        --count_running_;
        Q_EMIT finished(answer_, error);
    }
}

}  // namespace throughline::ui
