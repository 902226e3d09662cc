// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session_log.h"

#include <execinfo.h>
#include <fcntl.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QRegularExpression>
#include <QSysInfo>
#include <array>
#include <csignal>
#include <cstring>

#include "ui/bridge/paths.h"

namespace throughline::ui {

namespace {

constexpr std::array kCrashes{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr int kFramesMost = 64;

// Of the process, because a signal handler and Qt's message handler are given nothing else.
int log_file = -1;
QtMessageHandler handler_before = nullptr;

void writeAll(const char* text, std::size_t size) {
    if (log_file >= 0 && ::write(log_file, text, size) < 0) {
        return;  // a full disk: nobody can be told
    }
}

/// Async-signal-safe, but for backtrace(), which was called once before and is loaded.
void writeCrash(int signal) {
    std::array<void*, kFramesMost> frames{};
    const std::string_view words = "crashed: ";
    writeAll(words.data(), words.size());
    const char* name = ::sigabbrev_np(signal);
    writeAll(name, std::strlen(name));
    writeAll("\n", 1);
    if (log_file >= 0) {
        ::backtrace_symbols_fd(frames.data(), ::backtrace(frames.data(), kFramesMost), log_file);
    }
    ::raise(signal);  // SA_RESETHAND: now it ends the program as it would have
}

void writeMessage(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    const QByteArray line =
        (QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs) + u' ' + message + u'\n')
            .toUtf8();
    writeAll(line.constData(), static_cast<std::size_t>(line.size()));
    const bool for_terminal = type != QtDebugMsg && type != QtInfoMsg;
    if (for_terminal && handler_before != nullptr) {
        handler_before(type, context, message);
    }
}

QString numbered(const QString& folder, int number) {
    return folder + QStringLiteral("/window.%1.log").arg(number);
}

/// Puts a long log aside: window.log is 1, 1 is 2, the last one goes.
void rotate(const QString& folder) {
    const QString file = folder + QStringLiteral("/window.log");
    if (QFileInfo(file).size() < SessionLog::kMostBytes) {
        return;
    }
    QFile::remove(numbered(folder, SessionLog::kKept));
    for (int number = SessionLog::kKept; number > 1; --number) {
        QFile::rename(numbered(folder, number - 1), numbered(folder, number));
    }
    QFile::rename(file, numbered(folder, 1));
}

void catchCrashes() {
    std::array<void*, 1> frame{};
    ::backtrace(frame.data(), 1);  // loads what it needs now
    for (const int signal : kCrashes) {
        struct sigaction before{};
        ::sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_DFL) {
            continue;  // a sanitizer's
        }
        struct sigaction action{};
        action.sa_handler = writeCrash;
        action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
        ::sigaction(signal, &action, nullptr);
    }
}

void letCrashes() {
    for (const int signal : kCrashes) {
        struct sigaction now{};
        ::sigaction(signal, nullptr, &now);
        if (now.sa_handler == writeCrash) {
            ::signal(signal, SIG_DFL);
        }
    }
}

}  // namespace

SessionLog::SessionLog(const QString& folder) : mark_(folder + QStringLiteral("/window.running")) {
    QDir().mkpath(folder);
    last_ended_badly_ = QFileInfo::exists(mark_);
    rotate(folder);
    const QByteArray file = QFile::encodeName(folder + QStringLiteral("/window.log"));
    log_file = ::open(file.constData(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    QFile mark(mark_);
    mark.open(QIODevice::WriteOnly);
    handler_before = qInstallMessageHandler(writeMessage);
    catchCrashes();
    qInfo("Throughline %s started, Qt %s, %s",
          qPrintable(QCoreApplication::applicationVersion()),
          qVersion(),
          qPrintable(QSysInfo::prettyProductName()));
}

SessionLog::~SessionLog() {
    qInfo("ended");
    qInstallMessageHandler(handler_before);
    letCrashes();
    if (log_file >= 0) {
        ::close(log_file);
        log_file = -1;
    }
    QFile::remove(mark_);
}

QString logFolder() {
    return dataFolder() + QStringLiteral("/log");
}

QString logTail(const QString& folder, int lines) {
    QFile file(folder + QStringLiteral("/window.log"));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QStringList all = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
    return all.mid(std::max<qsizetype>(0, all.size() - lines)).join(u'\n') + u'\n';
}

QString withoutPrivateData(QString text) {
    text.replace(QDir::homePath(), QStringLiteral("~"));
    const auto hide = [&text](const QString& word, const QString& instead) {
        if (word.size() > 1) {
            text.replace(QRegularExpression(
                             QStringLiteral("\\b%1\\b").arg(QRegularExpression::escape(word))),
                         instead);
        }
    };
    hide(QSysInfo::machineHostName(), QStringLiteral("HOST"));
    hide(qEnvironmentVariable("USER"), QStringLiteral("USER"));
    hide(QDir::home().dirName(), QStringLiteral("USER"));
    return text;
}

}  // namespace throughline::ui
