// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/observe_form.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "engine/record/read_record.h"
#include "ui/bridge/engine_process.h"
#include "ui/measure/live_panel.h"
#include "ui/study/observed_view.h"

namespace throughline::ui {
namespace {

constexpr int kPatienceMs = 30'000;

class ObserveFormTest : public testing::Test {
protected:
    ObserveFormTest() { form_.setEngine(QStringLiteral(THROUGHLINE_TEST_ENGINE)); }
    ~ObserveFormTest() override {
        job_.kill();
        job_.waitForFinished();
    }
    QTableWidget* jobs() { return form_.findChild<QTableWidget*>(); }
    QLineEdit* process() { return form_.findChildren<QLineEdit*>().front(); }
    bool look() {
        form_.begin({});
        return QTest::qWaitFor([this] { return !form_.isAsking(); }, kPatienceMs);
    }
    /// A process that has a shard of images open.
    void startReader() {
        const QString shard = place_.filePath(QStringLiteral("train-00001-of-00002"));
        QFile file(shard);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        job_.setStandardInputFile(shard);
        job_.start(QStringLiteral("sleep"), {QStringLiteral("60")});
        ASSERT_TRUE(job_.waitForStarted());
    }

    QTemporaryDir place_;
    QProcess job_;
    ObserveForm form_;
};

TEST_F(ObserveFormTest, ListsWhatMayBeATrainingAndTakesItsNumber) {
    startReader();
    ASSERT_TRUE(look());
    int row = -1;
    for (int i = 0; i < jobs()->rowCount(); ++i) {
        row = jobs()->item(i, 1)->text() == QString::number(job_.processId()) ? i : row;
    }
    ASSERT_GE(row, 0);
    EXPECT_TRUE(jobs()->item(row, 0)->text().contains(QStringLiteral("sleep")));
    EXPECT_FALSE(jobs()->item(row, 3)->text().isEmpty());
    jobs()->selectRow(row);
    EXPECT_EQ(process()->text(), QString::number(job_.processId()));
    EXPECT_EQ(form_.obstacle(), QString());
    EXPECT_EQ(form_.arguments(),
              QStringList({QStringLiteral("observe"),
                           QStringLiteral("--pid"),
                           QString::number(job_.processId()),
                           QStringLiteral("--seconds"),
                           QStringLiteral("30")}));
}

// Goal: a job that ended since it was chosen is not observed; that is said, and the list is new.
TEST_F(ObserveFormTest, AJobThatHasEndedIsSaidAndLookedForAnew) {
    startReader();
    ASSERT_TRUE(look());
    const QString number = QString::number(job_.processId());
    process()->setText(number);
    EXPECT_TRUE(form_.canStillStart());
    job_.kill();
    job_.waitForFinished();

    EXPECT_FALSE(form_.canStillStart());

    ASSERT_TRUE(QTest::qWaitFor([this] { return !form_.isAsking(); }, kPatienceMs));
    for (int i = 0; i < jobs()->rowCount(); ++i) {
        EXPECT_NE(jobs()->item(i, 1)->text(), number);
    }
    EXPECT_NE(process()->text(), number);
    QStringList words;
    for (const QLabel* label : form_.findChildren<QLabel*>()) {
        words << label->text();
    }
    EXPECT_TRUE(words.contains(QStringLiteral("That job has ended.")))
        << words.join(u'|').toStdString();
}

// Goal: whoever comes back to the page sees what runs now.
TEST_F(ObserveFormTest, LooksAnewWhenItIsShownAgain) {
    ASSERT_TRUE(look());
    startReader();
    form_.show();
    EXPECT_TRUE(form_.isAsking());
    ASSERT_TRUE(QTest::qWaitFor([this] { return !form_.isAsking(); }, kPatienceMs));
    QStringList numbers;
    for (int i = 0; i < jobs()->rowCount(); ++i) {
        numbers << jobs()->item(i, 1)->text();
    }
    EXPECT_TRUE(numbers.contains(QString::number(job_.processId())));
}

// Goal: a job that ends as it is begun leaves no record that could be called damaged.
TEST_F(ObserveFormTest, WhatSawNothingLeavesNoRecord) {
    EngineProcess engine(
        {.engine = QStringLiteral(THROUGHLINE_TEST_ENGINE), .spoolFolder = place_.path()});
    process()->setText(QStringLiteral("67108863"));
    engine.start(form_.arguments());
    ASSERT_TRUE(QTest::qWaitFor([&] { return engine.hasEnded(); }, kPatienceMs));
    EXPECT_EQ(engine.outcome().kind, LiveOutcome::Kind::Failed);
    EXPECT_EQ(engine.outcome().recordPath, QString());
    EXPECT_TRUE(QDir(place_.path()).entryList({QStringLiteral("*.tlrun")}).isEmpty());
}

TEST_F(ObserveFormTest, ListsTheStandInAndSaysThatItIsOne) {
    job_.start(QStringLiteral(THROUGHLINE_TEST_ENGINE),
               {QStringLiteral("selftest"),
                QStringLiteral("job"),
                QStringLiteral("--seconds"),
                QStringLiteral("60"),
                QStringLiteral("--step-ms"),
                QStringLiteral("20")});
    ASSERT_TRUE(job_.waitForReadyRead(kPatienceMs)) << "its first batches";
    ASSERT_TRUE(look());
    QString why;
    for (int i = 0; i < jobs()->rowCount(); ++i) {
        if (jobs()->item(i, 1)->text() == QString::number(job_.processId())) {
            why = jobs()->item(i, 3)->text();
        }
    }
    EXPECT_TRUE(why.contains(QStringLiteral("stand-in"))) << why.toStdString();
}

TEST_F(ObserveFormTest, RefusesWhatIsNoProcessAndALogThatIsNotThere) {
    process()->setText(QStringLiteral("67108863"));
    EXPECT_TRUE(form_.obstacle().contains(QStringLiteral("no process 67108863")));
    process()->setText(QString());
    EXPECT_TRUE(form_.obstacle().contains(QStringLiteral("Choose a running job")));
    process()->setText(QString::number(::getpid()));
    EXPECT_EQ(form_.obstacle(), QString());
    form_.findChildren<QLineEdit*>()[1]->setText(place_.filePath(QStringLiteral("log")));
    EXPECT_TRUE(form_.obstacle().contains(QStringLiteral("cannot be read")));
}

TEST_F(ObserveFormTest, NudgesOnlyWhenTicked) {
    process()->setText(QString::number(::getpid()));
    EXPECT_FALSE(form_.arguments().contains(QStringLiteral("--nudge")));
    EXPECT_TRUE(form_.estimate().contains(QStringLiteral("Nothing is done")));
    form_.findChild<QCheckBox*>()->click();
    EXPECT_TRUE(form_.arguments().contains(QStringLiteral("--nudge")));
    EXPECT_TRUE(form_.estimate().contains(QStringLiteral("slower")));
}

// Goal: what the window shows of a job comes from the job. Method: the stand-in for a training that
// waits for its accelerator, observed by the real engine.
TEST_F(ObserveFormTest, WhatTheJobDoesIsSeenWhileItIsWatched) {
    job_.setStandardOutputFile(QProcess::nullDevice());
    job_.start(QStringLiteral(THROUGHLINE_TEST_ENGINE),
               {QStringLiteral("selftest"),
                QStringLiteral("job"),
                QStringLiteral("--seconds"),
                QStringLiteral("60"),
                QStringLiteral("--step-ms"),
                QStringLiteral("40")});
    ASSERT_TRUE(job_.waitForStarted());
    process()->setText(QString::number(job_.processId()));
    form_.findChild<QSpinBox*>()->setValue(5);
    EngineProcess engine(
        {.engine = QStringLiteral(THROUGHLINE_TEST_ENGINE), .spoolFolder = place_.path()});
    LivePanel panel;
    panel.resize(900, 600);
    panel.show();
    bool seen = false;
    QObject::connect(&engine, &LiveSource::snapshotChanged, &panel, [&] {
        panel.setSnapshot(*engine.snapshot());
        const auto* view = panel.findChild<ObservedView*>();
        seen = seen || (view->isVisible() &&
                        view->accessibleDescription().contains(QStringLiteral("waits for work")));
    });
    engine.start(form_.arguments());
    ASSERT_TRUE(QTest::qWaitFor([&] { return engine.hasEnded(); }, kPatienceMs));
    EXPECT_EQ(engine.outcome().kind, LiveOutcome::Kind::Done)
        << engine.outcome().message.toStdString();
    EXPECT_TRUE(seen);
    const auto study = record::read_record(engine.outcome().recordPath.toStdString());
    ASSERT_TRUE(study);
    ASSERT_TRUE(study->study.verdict);
    EXPECT_FALSE(study->study.verdict->sentence.empty());
}

}  // namespace
}  // namespace throughline::ui
