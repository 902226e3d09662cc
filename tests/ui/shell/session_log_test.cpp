// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session_log.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QSysInfo>
#include <QTemporaryDir>
#include <csignal>

namespace throughline::ui {
namespace {

QString read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

TEST(SessionLog, KnowsWhetherTheOneBeforeEndedWell) {
    const QTemporaryDir folder;
    {
        EXPECT_FALSE(SessionLog(folder.path()).lastEndedBadly());
    }
    {
        EXPECT_FALSE(SessionLog(folder.path()).lastEndedBadly()) << "the first one ended well";
    }
    QFile mark(folder.filePath(QStringLiteral("window.running")));  // as a kill leaves it
    ASSERT_TRUE(mark.open(QIODevice::WriteOnly));
    {
        EXPECT_TRUE(SessionLog(folder.path()).lastEndedBadly());
    }
    {
        EXPECT_FALSE(SessionLog(folder.path()).lastEndedBadly());
    }
}

TEST(SessionLog, TakesWarningsAndKeepsThem) {
    const QTemporaryDir folder;
    {
        const SessionLog log(folder.path());
        qWarning("the disk is %d %% full", 97);
    }
    EXPECT_TRUE(logTail(folder.path()).contains(QStringLiteral(" the disk is 97 % full\n")));
    EXPECT_EQ(logTail(folder.path(), 1).count(u'\n'), 1);
}

TEST(SessionLog, ALongOneIsPutAsideAndFewAreKept) {
    const QTemporaryDir folder;
    for (int i = 0; i < SessionLog::kKept + 2; ++i) {
        QFile file(folder.filePath(QStringLiteral("window.log")));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::number(i));
        file.write(QByteArray(SessionLog::kMostBytes, '.'));
        file.close();
        const SessionLog log(folder.path());
    }
    const QStringList files = QDir(folder.path()).entryList({QStringLiteral("window*log")});
    EXPECT_EQ(files.size(), 1 + SessionLog::kKept);
    EXPECT_TRUE(read(folder.filePath(QStringLiteral("window.1.log"))).startsWith(u'4'));
    EXPECT_TRUE(read(folder.filePath(QStringLiteral("window.3.log"))).startsWith(u'2'));
    EXPECT_LT(QFileInfo(folder.filePath(QStringLiteral("window.log"))).size(), 1000);
}

// A sanitizer has its own handlers and words for a crash.
#ifndef THROUGHLINE_SANITIZED
TEST(SessionLogDeathTest, ACrashLeavesItsSignalAndStack) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const QString folder = QDir::temp().filePath(QStringLiteral("throughline-crash-test"));
    EXPECT_EXIT(
        {
            QDir(folder).removeRecursively();
            const SessionLog log(folder);
            ::raise(SIGSEGV);
        },
        testing::KilledBySignal(SIGSEGV),
        "");
    const QString tail = logTail(folder);
    EXPECT_TRUE(tail.contains(QStringLiteral("crashed: SEGV"))) << tail.toStdString();
    EXPECT_TRUE(tail.contains(QStringLiteral("ui_shell_tests"))) << tail.toStdString();
    EXPECT_TRUE(SessionLog(folder).lastEndedBadly());
    QDir(folder).removeRecursively();
}
#endif

TEST(SessionLog, AReportNamesNobody) {
    const QString host = QSysInfo::machineHostName();
    const QString text =
        withoutPrivateData(QStringLiteral("opened %1/images on %2").arg(QDir::homePath(), host));
    EXPECT_EQ(text, QStringLiteral("opened ~/images on HOST"));
}

}  // namespace
}  // namespace throughline::ui
