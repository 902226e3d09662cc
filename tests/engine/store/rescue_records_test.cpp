// SPDX-License-Identifier: Apache-2.0
// What lies beside a damaged library: records of its measurements, and what earlier rescues left.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/record/read_record.h"
#include "engine/store/database.h"
#include "engine/store/library.h"
#include "engine/store/rescue.h"
#include "engine/store/staging_folder.h"
#include "tests/engine/store/study_fixture.h"

namespace throughline::store {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

std::string uuid_of(int number) {
    return "00000000-0000-4000-8000-00000000000" + std::to_string(number);
}

class RescueRecords : public ::testing::Test {
protected:
    /// A record in one of the folders beside the library.
    std::string put_record(const std::string& folder, int number) const {
        fs::create_directories(folder_.file(folder));
        std::string path = folder_.file(folder + "/" + std::to_string(number) + ".tlrun");
        write_text(path, record_of(example_lines(uuid_of(number))));
        return path;
    }
    void overwrite_with_noise() const { write_text(path_, std::string(64 * 1024, 'Z')); }

    std::vector<std::string> names_with(const std::string& part) const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder_.file("."))) {
            if (entry.path().filename().string().find(part) != std::string::npos) {
                names.push_back(entry.path().filename().string());
            }
        }
        return names;
    }

    const TemporaryDirectory folder_;
    const std::string path_ = folder_.file("library.sqlite");
};

TEST_F(RescueRecords, RecordsBesideAnUnreadableLibraryAreBroughtBackAndNamedFirst) {
    overwrite_with_noise();
    put_record("spool/done", 1);
    put_record("spool/done", 2);
    put_record("spool", 3);
    put_record("records", 4);
    put_record("elsewhere", 5);

    const auto report = rescue(path_, {.whatever_it_is = true});

    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_TRUE(report->unreadable);
    EXPECT_THAT(report->from_records, SizeIs(4));
    EXPECT_THAT(*open_library(path_)->studies(), SizeIs(4));
    const auto sentences = rescue_sentences(*report);
    EXPECT_EQ(sentences[0], "4 of your measurements were found as records and brought back.");
    EXPECT_THAT(sentences.back(), HasSubstr(report->aside));
}

TEST_F(RescueRecords, ARecordThatIsStillWrittenIsLeftAlone) {
    overwrite_with_noise();
    const std::string live = put_record("spool", 1);
    const auto writer = open_file(live, O_RDWR);
    ASSERT_EQ(::flock(writer->get(), LOCK_EX), 0);

    const auto report = rescue(path_, {.whatever_it_is = true});

    ASSERT_TRUE(report);
    EXPECT_THAT(report->from_records, IsEmpty());
    EXPECT_THAT(rescue_sentences(*report)[1], HasSubstr("no records were found"));
}

// A study that the user removed for good does not come back because a page of another one is gone.
TEST_F(RescueRecords, OfALibraryThatCanBeReadOnlyWhatLostSomethingComesFromItsRecord) {
    std::string lost;
    {
        const auto library = open_library(path_);
        for (const int number : {1, 2}) {
            const std::string record = put_record("spool/done", number);
            ingest_text(*library, record, read_text(record));
        }
        put_record("spool/done", 3);
    }
    fs::remove_all(path_ + "-records");  // an older library
    {
        const auto database = Database::open(path_);
        ASSERT_TRUE(database->execute(
            "UPDATE value_chunk SET value = x'00' WHERE run_id IN (SELECT id FROM run WHERE "
            "study_id = 2)"));
    }

    const auto report = rescue(path_, {.whatever_it_is = true});

    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->whole, 1);
    EXPECT_THAT(report->incomplete, IsEmpty());
    EXPECT_THAT(report->from_records, SizeIs(1));
    const auto library = open_library(path_);
    const auto rows = library->studies();
    ASSERT_THAT(*rows, SizeIs(2));
    for (const StudyRow& row : *rows) {
        const auto study = library->load(row.id);
        ASSERT_TRUE(study);
        EXPECT_THAT(study->runs.front().samples, Not(IsEmpty()));
    }
}

TEST_F(RescueRecords, PublishedStudiesAreNotAmongTheLosses) {
    {
        const auto library = open_library(path_);
        auto lines = example_lines(uuid_of(1));
        std::get<record::Header>(lines[0]).origin = record::Origin::Published;
        ingest_text(*library, folder_.file("p.tlrun"), record_of(lines));
    }
    {
        const auto database = Database::open(path_);
        ASSERT_TRUE(database->execute("UPDATE value_chunk SET value = x'00'"));
    }

    const auto report = rescue(path_, {.whatever_it_is = true});

    ASSERT_TRUE(report);
    EXPECT_EQ(report->published_incomplete, 1);
    EXPECT_THAT(report->incomplete, IsEmpty());
    EXPECT_THAT(rescue_sentences(*report).back(), HasSubstr("from the catalogue"));
    auto anew = example_lines(uuid_of(1));
    std::get<record::Header>(anew[0]).origin = record::Origin::Published;
    write_text(folder_.file("p.tlrun"), record_of(anew));
    auto record = record::read_record(folder_.file("p.tlrun"));
    std::vector<record::Study> published;
    published.push_back(std::move(record->study));
    const auto library = open_library(path_);
    EXPECT_EQ(*library->keep_published(std::move(published)), 1);
    EXPECT_THAT(library->load(1)->runs.front().samples, Not(IsEmpty()));
}

TEST_F(RescueRecords, WhereTheDamagedLibraryGoesIsSaidBeforeAnythingIsDone) {
    overwrite_with_noise();
    std::vector<bool> there;
    std::string aside;

    const auto report =
        rescue(path_, {.whatever_it_is = true, .progress = [&](const RescueProgress& at) {
                           aside = at.aside;
                           there.push_back(fs::exists(at.aside));
                       }});

    ASSERT_TRUE(report);
    EXPECT_EQ(report->aside, aside);
    EXPECT_THAT(there, ElementsAre(false));
    EXPECT_EQ(read_text(aside), std::string(64 * 1024, 'Z'));
}

// Cut off after the damaged library had its second name and before the new one took its place.
TEST_F(RescueRecords, ASecondNameOfAnEarlierRescueIsTakenAgain) {
    overwrite_with_noise();
    const std::string aside = folder_.file("library-damaged-20260101T000000.sqlite");
    fs::create_hard_link(path_, aside);

    const auto report = rescue(path_, {.whatever_it_is = true});

    ASSERT_TRUE(report);
    EXPECT_EQ(report->aside, aside);
    EXPECT_THAT(names_with("-damaged-"), SizeIs(1));
}

TEST_F(RescueRecords, WhatIsInTheLogBesideADamagedLibraryIsRescuedAndKeptWithIt) {
    const std::string first = put_record("elsewhere", 1);
    const std::string second = put_record("elsewhere", 2);
    const std::string source = folder_.file("source.sqlite");
    {
        const auto library = open_library(source);
        ASSERT_TRUE(library->ingest(first));
    }
    {
        const auto library = open_library(source);
        ASSERT_TRUE(library->ingest(second));  // lies in the log until it is closed
        fs::copy_file(source, path_);
        fs::copy_file(source + "-wal", path_ + "-wal");
    }
    ASSERT_GT(fs::file_size(path_ + "-wal"), 0U);

    const auto report = rescue(path_, {.whatever_it_is = true});

    ASSERT_TRUE(report);
    EXPECT_EQ(report->whole, 2);
    EXPECT_FALSE(fs::exists(path_ + "-wal"));
    EXPECT_THAT(*open_library(report->aside)->studies(), SizeIs(2));
}

TEST_F(RescueRecords, FoldersOfKilledProcessesGoAndThoseInUseStay) {
    const std::string killed = folder_.file("library.sqlite.part-0123abcd");
    fs::create_directories(killed);
    write_text(killed + "/throughline.lock", "");
    write_text(killed + "/library.sqlite", "half");
    const std::string theirs = folder_.file("album.part-0123abce");
    fs::create_directories(theirs);
    write_text(theirs + "/song", "not ours");
    const auto used = StagingFolder::beside(folder_.file("backup.sqlite"));
    ASSERT_TRUE(used) << describe(used.error());
    write_text(used->file("backup"), "half");

    overwrite_with_noise();
    ASSERT_TRUE(rescue(path_, {.whatever_it_is = true}));

    EXPECT_FALSE(fs::exists(killed));
    EXPECT_TRUE(fs::exists(theirs + "/song"));
    EXPECT_TRUE(fs::exists(used->file("backup")));
    EXPECT_THAT(names_with("library.sqlite.part-"), IsEmpty());
}

}  // namespace
}  // namespace throughline::store
