// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/spool.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "engine/record/record_writer.h"
#include "tests/ui/bridge/record_maker.h"
#include "ui/bridge/record_follower.h"

namespace throughline::ui {
namespace {

constexpr int kPatienceMs = 10'000;

TEST(Spool, ARecordBeingWrittenIsLiveAndItsWriterKnown) {
    const QTemporaryDir folder;
    const QString live = folder.filePath(QStringLiteral("live.tlrun"));
    writeRecord(folder.filePath(QStringLiteral("old.tlrun")), smallStudy("a", "Old", 1));
    auto writer = record::RecordWriter::open({.path = live.toStdString()});
    ASSERT_TRUE(writer) << describe(writer.error());

    const SpoolContents spool = scanSpool(folder.path());

    EXPECT_EQ(spool.live, QStringList{live});
    EXPECT_EQ(spool.ended, QStringList{folder.filePath(QStringLiteral("old.tlrun"))});
    EXPECT_EQ(lockOwner(live), ::getpid());
}

TEST(RecordFollower, FollowsToTheEnd) {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("live.tlrun"));
    auto writer = record::RecordWriter::open({.path = path.toStdString()});
    ASSERT_TRUE(writer) << describe(writer.error());
    auto lines = smallStudy("a", "Followed", 2);
    lines.pop_back();  // close() writes the footer
    for (std::size_t i = 0; i < 4; ++i) {
        (*writer)->write(lines[i]);
    }
    (*writer)->flush();

    RecordFollower follower(path);
    QSignalSpy changed(&follower, &LiveSource::snapshotChanged);
    QSignalSpy ended(&follower, &LiveSource::ended);
    ASSERT_TRUE(changed.wait(kPatienceMs));
    EXPECT_EQ(follower.snapshot()->run, 1);
    EXPECT_FALSE(follower.hasEnded());
    for (std::size_t i = 4; i < lines.size(); ++i) {
        (*writer)->write(lines[i]);
    }
    ASSERT_TRUE((*writer)->close(2));
    writer->reset();

    ASSERT_TRUE(ended.wait(kPatienceMs));
    EXPECT_EQ(follower.outcome().kind, LiveOutcome::Kind::Done);
    EXPECT_EQ(follower.snapshot()->ended.size(), 2U);
}

TEST(RecordFollower, ARecordThatBreaksOffIsInterrupted) {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("dead.tlrun"));
    auto lines = smallStudy("a", "Dead", 2);
    lines.resize(4);
    writeRecord(path, lines);

    RecordFollower follower(path);
    QSignalSpy ended(&follower, &LiveSource::ended);

    ASSERT_TRUE(ended.wait(kPatienceMs));
    EXPECT_EQ(follower.outcome().kind, LiveOutcome::Kind::Interrupted);
    EXPECT_FALSE(follower.outcome().message.isEmpty());
}

}  // namespace
}  // namespace throughline::ui
