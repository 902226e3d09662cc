// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/library_service.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>

#include "engine/base/pause.h"
#include "tests/ui/bridge/record_maker.h"

namespace throughline::ui {
namespace {

constexpr int kPatienceMs = 10'000;

class LibraryServiceTest : public testing::Test {
protected:
    LibraryServiceTest() {
        QObject::connect(
            &service_,
            &LibraryService::studiesListed,
            &service_,
            [this](const std::vector<store::StudyRow>& studies) { listed_ = studies; });
        QObject::connect(&service_,
                         &LibraryService::ingestFailed,
                         &service_,
                         [this](const QString&, const QString& why) { reason_ = why; });
    }
    /// Does something that ends with a new list.
    template <class Act>
    void andWaitForList(Act act) {
        QSignalSpy spy(&service_, &LibraryService::studiesListed);
        act();
        ASSERT_TRUE(spy.wait(kPatienceMs));
    }
    QString file(const char* name) { return folder_.filePath(QLatin1String(name)); }

    QTemporaryDir folder_;
    LibraryService service_{folder_.filePath(QStringLiteral("library.sqlite"))};
    std::vector<store::StudyRow> listed_;
    QString reason_;  ///< why the last file was refused
};

TEST_F(LibraryServiceTest, IngestedStudyIsListedWithItsBestRate) {
    writeRecord(file("a.tlrun"), smallStudy("11111111-1111-4111-8111-111111111111", "Small", 3));

    andWaitForList([this] { service_.ingest({file("a.tlrun")}); });

    ASSERT_EQ(listed_.size(), 1U) << reason_.toStdString();
    EXPECT_EQ(listed_[0].title, "Small");
    ASSERT_TRUE(listed_[0].best_images_per_second);
    EXPECT_DOUBLE_EQ(*listed_[0].best_images_per_second, 300.0);
    EXPECT_EQ(listed_[0].best_stages, "full");
    EXPECT_EQ(listed_[0].runs_done, 3);
}

TEST_F(LibraryServiceTest, TruncatedRecordIsTakenInAsInterrupted) {
    auto lines = smallStudy("11111111-1111-4111-8111-111111111111", "Small", 3);
    lines.resize(lines.size() - 3);
    writeRecord(file("a.tlrun"), lines);

    andWaitForList([this] { service_.ingest({file("a.tlrun")}); });

    ASSERT_EQ(listed_.size(), 1U) << reason_.toStdString();
    EXPECT_TRUE(listed_[0].interrupted);
}

TEST_F(LibraryServiceTest, WrongFileIsNamedWithTheReason) {
    QFile other(file("b.tlrun"));
    ASSERT_TRUE(other.open(QIODevice::WriteOnly));
    other.write("not a record\n");
    other.close();
    QSignalSpy failed(&service_, &LibraryService::ingestFailed);

    andWaitForList([this] { service_.ingest({file("b.tlrun")}); });

    ASSERT_EQ(failed.count(), 1);
    EXPECT_EQ(failed[0][0].toString(), file("b.tlrun"));
    EXPECT_FALSE(failed[0][1].toString().isEmpty());
    EXPECT_TRUE(listed_.empty());
}

TEST_F(LibraryServiceTest, BinAndBack) {
    writeRecord(file("a.tlrun"), smallStudy("11111111-1111-4111-8111-111111111111", "Small", 1));
    andWaitForList([this] { service_.ingest({file("a.tlrun")}); });
    const std::int64_t id = listed_.at(0).id;

    andWaitForList([&] { service_.setInBin({id}, true); });
    EXPECT_TRUE(listed_.empty());
    andWaitForList([&] { service_.setInBin({id}, false); });

    ASSERT_EQ(listed_.size(), 1U) << reason_.toStdString();
    EXPECT_EQ(listed_[0].id, id);
}

TEST_F(LibraryServiceTest, RenamedStudyIsSavedUnderItsNewName) {
    writeRecord(file("a.tlrun"), smallStudy("11111111-1111-4111-8111-111111111111", "Small", 1));
    andWaitForList([this] { service_.ingest({file("a.tlrun")}); });

    andWaitForList([this] { service_.change(listed_.at(0).id, {.title = "Größer"}); });

    EXPECT_EQ(QString::fromStdString(listed_.at(0).title), QStringLiteral("Größer"));
    QSignalSpy exported(&service_, &LibraryService::exported);
    service_.exportRecords({listed_.at(0).id}, file("out.tlrun"), true);
    ASSERT_TRUE(exported.wait(kPatienceMs));
    EXPECT_TRUE(QFile::exists(file("out.tlrun")));
}

TEST_F(LibraryServiceTest, SpoolIsTakenInAndItsRecordIsKeptBesideTheLibrary) {
    QDir().mkpath(file("spool"));
    writeRecord(file("spool/a.tlrun"),
                smallStudy("11111111-1111-4111-8111-111111111111", "Left behind", 1));

    andWaitForList([this] { service_.takeInSpool(file("spool")); });

    ASSERT_EQ(listed_.size(), 1U) << reason_.toStdString();
    EXPECT_FALSE(QFile::exists(file("spool/a.tlrun")));
    EXPECT_FALSE(QFile::exists(file("spool/done/a.tlrun")));
    EXPECT_TRUE(QFile::exists(
        file("library.sqlite-records/11111111-1111-4111-8111-111111111111.tlrun.zst")));
}

TEST_F(LibraryServiceTest, WhatCannotBeReadInTheSpoolIsSaidOnce) {
    QDir().mkpath(file("spool"));
    QFile broken(file("spool/b.tlrun"));
    ASSERT_TRUE(broken.open(QIODevice::WriteOnly));
    broken.write("not a record\n");
    broken.close();
    QSignalSpy failed(&service_, &LibraryService::ingestFailed);

    andWaitForList([this] { service_.takeInSpool(file("spool")); });
    andWaitForList([this] { service_.takeInSpool(file("spool")); });

    EXPECT_EQ(failed.count(), 1);
    EXPECT_TRUE(QFile::exists(file("spool/done/b.tlrun")));
}

TEST_F(LibraryServiceTest, SpooledRecordIsReadWithItsVerdict) {
    writeRecord(file("a.tlrun"), smallStudy("11111111-1111-4111-8111-111111111111", "Small", 2));
    StudyPtr read;
    QObject::connect(&service_,
                     &LibraryService::recordRead,
                     &service_,
                     [&read](const QString&, const StudyPtr& study) { read = study; });

    andWaitForList([this] { service_.ingestSpooled(file("a.tlrun")); });

    ASSERT_NE(read, nullptr);
    EXPECT_EQ(read->runs.size(), 2U);
    EXPECT_TRUE(read->verdict.has_value());
}

TEST_F(LibraryServiceTest, AnswerForAGoneWidgetIsDropped) {
    auto context = std::make_unique<QObject>();
    bool called = false;
    service_.query<int>(
        context.get(),
        [](store::Library&) { return Result<int>(1); },
        [&called](Result<int>) { called = true; });
    context.reset();

    andWaitForList([this] { service_.refresh(); });

    EXPECT_FALSE(called);
}

TEST(LibraryServiceAlone, UnusableLibrarySaysSo) {
    LibraryService service(QStringLiteral("/proc/no/such/library.sqlite"));
    QSignalSpy unusable(&service, &LibraryService::unusable);
    ASSERT_TRUE(unusable.wait(kPatienceMs));
    EXPECT_TRUE(unusable[0][0].toString().contains(QStringLiteral("make the folder /proc/no")))
        << unusable[0][0].toString().toStdString();
}

TEST_F(LibraryServiceTest, PublishedStudiesAreThereOnce) {
    andWaitForList([this] { service_.addPublished(); });
    const std::size_t published = listed_.size();
    EXPECT_GE(published, 5U);
    EXPECT_EQ(listed_[0].origin, record::Origin::Published);

    service_.addPublished();
    andWaitForList([this] { service_.refresh(); });

    EXPECT_EQ(listed_.size(), published);
}

TEST_F(LibraryServiceTest, BackupComesBack) {
    writeRecord(file("a.tlrun"), smallStudy("11111111-1111-4111-8111-111111111111", "Small", 1));
    andWaitForList([this] { service_.ingest({file("a.tlrun")}); });
    QSignalSpy exported(&service_, &LibraryService::exported);
    service_.backup(file("backup.sqlite"));
    ASSERT_TRUE(exported.wait(kPatienceMs));
    andWaitForList([this] { service_.change(listed_[0].id, {.title = "Other"}); });
    ASSERT_EQ(listed_[0].title, "Other");

    andWaitForList([this] { service_.restore(file("backup.sqlite")); });

    EXPECT_EQ(listed_[0].title, "Small");
}

// The file is overwritten behind the service's back; the next start finds it damaged.
TEST_F(LibraryServiceTest, DamagedLibraryIsRescuedAtTheStart) {
    const QString path = file("damaged.sqlite");
    writeRecord(file("a.tlrun"), smallStudy("11111111-1111-4111-8111-111111111111", "Small", 1));
    {
        LibraryService first(path);
        QSignalSpy listed(&first, &LibraryService::studiesListed);
        first.ingest({file("a.tlrun")});
        ASSERT_TRUE(listed.wait(kPatienceMs));
    }
    QFile library(path);
    ASSERT_TRUE(library.open(QIODevice::ReadWrite));
    library.seek(0);
    library.write(QByteArray(60, 'Z'));  // the first header, but not the application's mark
    library.close();

    LibraryService second(path);
    QSignalSpy rescued(&second, &LibraryService::rescued);
    QSignalSpy opened(&second, &LibraryService::opened);

    EXPECT_TRUE(rescued.wait(kPatienceMs));
    EXPECT_TRUE(opened.count() == 1 || opened.wait(kPatienceMs));
}

// Goal: a measurement is not lost where the library is found to be damaged when it is taken in.
// Once its record was put aside as unreadable. Method: only pages that an insertion writes are
// destroyed.
TEST_F(LibraryServiceTest, DamageFoundWhileARecordIsTakenInIsRescuedAndTheRecordKept) {
    constexpr qint64 kPage = 4096;
    constexpr qint64 kFirst = 14;  // tables and indexes of samples, counted from 0
    const QString path = file("damaged.sqlite");
    writeRecord(file("a.tlrun"), smallStudy("11111111-1111-4111-8111-111111111111", "Old", 1));
    {
        LibraryService first(path);
        QSignalSpy listed(&first, &LibraryService::studiesListed);
        first.ingest({file("a.tlrun")});
        ASSERT_TRUE(listed.wait(kPatienceMs));
    }
    QFile library(path);
    ASSERT_TRUE(library.open(QIODevice::ReadWrite));
    library.seek(kFirst * kPage);
    library.write(QByteArray(2 * kPage, 'Z'));
    library.close();
    ASSERT_TRUE(QDir().mkpath(file("spool")));
    writeRecord(file("spool/b.tlrun"),
                smallStudy("22222222-1111-4111-8111-111111111111", "New", 2));

    LibraryService second(path);
    QSignalSpy rescued(&second, &LibraryService::rescued);
    std::vector<store::StudyRow> studies;
    QObject::connect(&second, &LibraryService::studiesListed, &second, [&](const auto& listed) {
        studies = listed;
    });
    second.ingestSpooled(file("spool/b.tlrun"));

    EXPECT_TRUE(QTest::qWaitFor([&] { return studies.size() == 2; }, kPatienceMs));
    EXPECT_EQ(rescued.count(), 1);
    EXPECT_FALSE(QFile::exists(file("spool/b.tlrun")));
    EXPECT_FALSE(QFile::exists(file("spool/done/b.tlrun"))) << "taken for the damaged one";
}

// Nothing can be read of the file any more, but the measurement lies in the spool beside it.
TEST_F(LibraryServiceTest, RecordsBesideADestroyedLibraryAreBroughtBackAndNamedFirst) {
    const QString path = file("destroyed.sqlite");
    ASSERT_TRUE(QDir().mkpath(file("spool/done")));
    writeRecord(file("spool/done/a.tlrun"),
                smallStudy("11111111-1111-4111-8111-111111111111", "Small", 1));
    {
        LibraryService first(path);
        QSignalSpy opened(&first, &LibraryService::opened);
        ASSERT_TRUE(opened.wait(kPatienceMs));
    }
    ASSERT_TRUE(QFile::resize(path, 4096));  // the header alone

    LibraryService second(path);
    QSignalSpy rescued(&second, &LibraryService::rescued);
    QSignalSpy listed(&second, &LibraryService::studiesListed);
    second.refresh();

    ASSERT_TRUE(rescued.wait(kPatienceMs));
    EXPECT_TRUE(rescued.first().first().toString().startsWith(
        QStringLiteral("1 of your measurements was found as a record and brought back.")));
    ASSERT_TRUE(listed.count() == 1 || listed.wait(kPatienceMs));
    EXPECT_EQ(listed.first().first().value<std::vector<store::StudyRow>>().size(), 1U);
}

// Goal: the end does not wait for a long export. Method: work that ends only when it is asked to.
TEST(LibraryServiceEnd, StopsWhatIsDoneApart) {
    const QTemporaryDir folder;
    std::atomic<bool> started = false;
    std::atomic<bool> stopped = false;
    {
        LibraryService service(folder.filePath(QStringLiteral("library.sqlite")));
        service.queryApart<int>(
            &service,
            [&](store::Library&, const std::stop_token& stop) {
                started = true;
                started.notify_all();
                stopped = !pause_for(std::chrono::hours(1), stop);
                return Result<int>(0);
            },
            [](Result<int>) {});
        started.wait(false);
    }
    EXPECT_TRUE(stopped);
}

}  // namespace
}  // namespace throughline::ui
