// SPDX-License-Identifier: GPL-3.0-or-later
// The window's side of a measurement, with the real child process on a small real data set.
#include "ui/bridge/engine_process.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include "engine/record/read_record.h"
#include "tests/ui/bridge/journey_data.h"
#include "ui/bridge/record_follower.h"
#include "ui/bridge/spool.h"

namespace throughline::ui {
namespace {

class EngineProcessTest : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(images_.make()) << "the data set could not be made";
        spec_ = spec::default_spec();
        spec_.base["dataset.path"] = images_.folder().toStdString();
        spec_.base["warmup_seconds"] = 0.2;
        spec_.base["duration_seconds"] = 1.0;
    }
    EngineProcess::Options options() const {
        return {.engine = QStringLiteral(THROUGHLINE_TEST_ENGINE),
                .spoolFolder = folder_.filePath(QStringLiteral("spool"))};
    }
    void measureForLong() { spec_.base["duration_seconds"] = 300.0; }
    /// True once samples of the first run come in.
    bool waitForSamples(const LiveSource& source) {
        return QTest::qWaitFor([&] { return !source.snapshot()->latest.empty(); }, kPatienceMs);
    }
    bool waitForEnd(const LiveSource& source) {
        return QTest::qWaitFor([&] { return source.hasEnded(); }, kPatienceMs);
    }

    JourneyImages images_;
    QTemporaryDir folder_;
    spec::StudySpec spec_;
};

TEST_F(EngineProcessTest, StudyRunsToItsEnd) {
    EngineProcess process(options());
    process.start(spec_);

    ASSERT_TRUE(waitForEnd(process));

    EXPECT_EQ(process.outcome().kind, LiveOutcome::Kind::Done)
        << process.outcome().message.toStdString();
    EXPECT_TRUE(process.snapshot()->complete);
    ASSERT_EQ(process.snapshot()->ended.size(), 1U);
    EXPECT_GT(process.snapshot()->ended[0]->ended.metrics.at("images_per_second").value, 0.0);
    EXPECT_TRUE(process.snapshot()->verdict.has_value());
    EXPECT_EQ(process.snapshot()->linesUnread, 0U);
    EXPECT_FALSE(QFile::exists(process.recordPath() + QStringLiteral(".spec.json")));
}

TEST_F(EngineProcessTest, AStorageBaselineIsAMeasurementLikeAnother) {
    const QString file = folder_.filePath(QStringLiteral("big"));
    QFile big(file);
    ASSERT_TRUE(big.open(QIODevice::WriteOnly));
    big.write(QByteArray(16 << 20, 'x'));
    big.close();
    EngineProcess process(options());
    process.start(QStringList{QStringLiteral("storage"),
                              file,
                              QStringLiteral("--depth"),
                              QStringLiteral("1,2"),
                              QStringLiteral("--seconds"),
                              QStringLiteral("0.2")});

    ASSERT_TRUE(waitForEnd(process));

    EXPECT_EQ(process.outcome().kind, LiveOutcome::Kind::Done)
        << process.outcome().message.toStdString();
    ASSERT_EQ(process.snapshot()->ended.size(), 2U);
    EXPECT_GT(process.snapshot()->ended[0]->ended.metrics.at("read_requests_per_second").value,
              0.0);
    EXPECT_TRUE(QFile::exists(process.recordPath()));
}

TEST_F(EngineProcessTest, StopKeepsWhatWasMeasured) {
    measureForLong();
    EngineProcess process(options());
    process.start(spec_);
    ASSERT_TRUE(waitForSamples(process));

    process.stop();

    ASSERT_TRUE(waitForEnd(process));
    EXPECT_EQ(process.outcome().kind, LiveOutcome::Kind::StoppedEarly)
        << process.outcome().message.toStdString();
    const auto record = record::read_record(process.recordPath().toStdString());
    ASSERT_TRUE(record) << describe(record.error());
    EXPECT_FALSE(record->study.runs.empty());
}

TEST_F(EngineProcessTest, KilledEngineIsReportedAndItsRecordKept) {
    measureForLong();
    EngineProcess process(options());
    process.start(spec_);
    ASSERT_TRUE(waitForSamples(process));

    ASSERT_EQ(::kill(static_cast<pid_t>(process.processId()), SIGKILL), 0);

    ASSERT_TRUE(waitForEnd(process));
    EXPECT_EQ(process.outcome().kind, LiveOutcome::Kind::Crashed);
    EXPECT_TRUE(process.outcome().message.contains(QStringLiteral("Killed")));
    const auto record = record::read_record(process.recordPath().toStdString());
    ASSERT_TRUE(record) << describe(record.error());
    EXPECT_FALSE(record->study.footer.has_value());
    ASSERT_EQ(record->study.runs.size(), 1U);
    EXPECT_FALSE(record->study.runs[0].samples.empty());
}

// Goal: a child that does not obey is killed and the stage is named. Method: SIGSTOP, the real
// program, deaf to everything.
TEST_F(EngineProcessTest, DeafEngineIsKilledAndTheStageNamed) {
    measureForLong();
    auto chosen = options();
    chosen.stopGraceMs = 500;
    EngineProcess process(chosen);
    process.start(spec_);
    ASSERT_TRUE(waitForSamples(process));
    ASSERT_EQ(::kill(static_cast<pid_t>(process.processId()), SIGSTOP), 0);

    process.stop();

    ASSERT_TRUE(waitForEnd(process));
    EXPECT_EQ(process.outcome().kind, LiveOutcome::Kind::Killed);
    EXPECT_TRUE(process.outcome().message.contains(QStringLiteral("it hung in: ")))
        << process.outcome().message.toStdString();
}

TEST_F(EngineProcessTest, MissingProgramIsSaid) {
    auto chosen = options();
    chosen.engine = QStringLiteral("/nowhere/throughline-engine");
    EngineProcess process(chosen);
    process.start(spec_);

    ASSERT_TRUE(waitForEnd(process));
    EXPECT_EQ(process.outcome().kind, LiveOutcome::Kind::CouldNotStart);
    EXPECT_TRUE(process.outcome().message.contains(chosen.engine));
}

// Goal: who may not write there learns where that is and what to do, not the name of a system call.
TEST_F(EngineProcessTest, FolderThatCannotBeWrittenToIsNamedWithTheWayOut) {
    EngineProcess::Options chosen = options();
    chosen.spoolFolder = QStringLiteral("/proc/nowhere/spool");
    EngineProcess process(chosen);
    process.start(spec_);

    ASSERT_TRUE(waitForEnd(process));
    EXPECT_EQ(process.outcome().kind, LiveOutcome::Kind::CouldNotStart);
    for (const char* part : {"/proc/nowhere/spool", "THROUGHLINE_DATA_DIR"}) {
        EXPECT_TRUE(process.outcome().message.contains(QLatin1String(part)))
            << process.outcome().message.toStdString();
    }
    EXPECT_FALSE(QFile::exists(process.recordPath()));
}

TEST_F(EngineProcessTest, RefusedSpecIsSaidInTheEnginesWords) {
    spec_.base["dataset.path"] = folder_.path().toStdString();
    EngineProcess process(options());
    process.start(spec_);

    ASSERT_TRUE(waitForEnd(process));
    EXPECT_EQ(process.outcome().kind, LiveOutcome::Kind::Failed);
    EXPECT_FALSE(process.outcome().message.isEmpty());
}

TEST_F(EngineProcessTest, GoesOnWithoutTheWindowAndIsFollowedAgain) {
    measureForLong();
    QString record;
    {
        EngineProcess process(options());
        process.start(spec_);
        ASSERT_TRUE(waitForSamples(process));
        record = process.recordPath();
    }
    EXPECT_EQ(scanSpool(options().spoolFolder).live, QStringList{record});

    RecordFollower follower(record);
    ASSERT_TRUE(waitForSamples(follower));
    const double seen = static_cast<double>(follower.snapshot()->history.size());
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return static_cast<double>(follower.snapshot()->history.size()) > seen; },
        kPatienceMs));
    follower.stop();

    ASSERT_TRUE(waitForEnd(follower));
    EXPECT_EQ(follower.outcome().kind, LiveOutcome::Kind::Done);
}

TEST_F(EngineProcessTest, PauseIsAnswered) {
    measureForLong();
    EngineProcess process(options());
    process.start(spec_);
    ASSERT_TRUE(waitForSamples(process));

    process.pause();
    EXPECT_TRUE(QTest::qWaitFor([&] { return process.snapshot()->paused; }, kPatienceMs));
    process.resume();
    EXPECT_TRUE(QTest::qWaitFor([&] { return !process.snapshot()->paused; }, kPatienceMs));

    process.stop();
    ASSERT_TRUE(waitForEnd(process));
}

}  // namespace
}  // namespace throughline::ui
