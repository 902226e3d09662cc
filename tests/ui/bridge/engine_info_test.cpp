// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/engine_info.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>

#include "engine/record/record.h"
#include "ui/bridge/paths.h"

namespace throughline::ui {
namespace {

QJsonObject object(const char* json) {
    return QJsonDocument::fromJson(json).object();
}

TEST(EngineInfo, ReadsTheAnswer) {
    const EngineInfo info = engineInfoFrom(
        object(R"({"name":"throughline-engine","version":"0.1.0","record_major":1,)"
               R"("record_minor":0,"io_uring":{"available":false,"reason":"switched off"},)"
               R"("memory_lock_bytes":8388608,"kernel":"6.1","cpu_cores":2})"),
        QStringLiteral("/x"));

    EXPECT_TRUE(info.usable());
    EXPECT_EQ(info.version, QStringLiteral("0.1.0"));
    EXPECT_FALSE(info.ioUring);
    EXPECT_EQ(info.ioUringReason, QStringLiteral("switched off"));
    EXPECT_EQ(info.cpuCores, 2);
    EXPECT_DOUBLE_EQ(info.memoryLockBytes, 8388608.0);
}

TEST(EngineInfo, AnotherMajorVersionIsRefusedAndBothAreNamed) {
    const EngineInfo info =
        engineInfoFrom(object(R"({"version":"9.0.0","record_major":9})"), QStringLiteral("/x"));

    EXPECT_FALSE(info.usable());
    EXPECT_TRUE(info.problem.contains(QStringLiteral("version 9")));
    EXPECT_TRUE(info.problem.contains(QStringLiteral("version %1").arg(record::kRecordMajor)));
}

TEST(FindEngine, TheEnvironmentDecides) {
    const QTemporaryDir folder;
    const QString program = folder.filePath(QStringLiteral("engine"));
    QFile file(program);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    const QByteArray before = qgetenv("THROUGHLINE_ENGINE");

    qputenv("THROUGHLINE_ENGINE", program.toLocal8Bit());
    EXPECT_EQ(findEngine(), program);
    qputenv("THROUGHLINE_ENGINE", "/nowhere/engine");
    QStringList searched;
    EXPECT_TRUE(findEngine(&searched).isEmpty());
    EXPECT_EQ(searched, QStringList{QStringLiteral("/nowhere/engine")});

    qputenv("THROUGHLINE_ENGINE", before);
}

}  // namespace
}  // namespace throughline::ui
