// SPDX-License-Identifier: Apache-2.0
// Goal: beside each library lie the records of its studies, whatever happens to it meanwhile.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "engine/record/packed_record.h"
#include "engine/record/read_record.h"
#include "engine/store/keep_records.h"
#include "engine/store/library.h"
#include "engine/store/record_folder.h"
#include "engine/store/rescue.h"
#include "tests/engine/store/study_fixture.h"

namespace throughline::store {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class Records : public ::testing::Test {
protected:
    IngestReport take_in(Library& library, const std::string& uuid) const {
        return ingest_text(library, folder_.file("r.tlrun"), record_of(example_lines(uuid)));
    }
    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const RecordFolder::Entry& entry : records_.entries()) {
            names.push_back(entry.name + (entry.has_marks ? "+marks" : "") +
                            (entry.has_record ? "+record" : ""));
        }
        return names;
    }
    std::string unpacked(const std::string& name) const {
        EXPECT_TRUE(records_.unpack(name, folder_.file("unpacked")));
        return read_text(folder_.file("unpacked"));
    }

    const TemporaryDirectory folder_;
    const std::string path_ = folder_.file("library.sqlite");
    const RecordFolder records_{path_};
};

// Any byte of it may be wrong: the record is then refused, never read as another one.
TEST_F(Records, AWrongByteOfARecordIsFound) {
    const std::string text = record_of(example_lines("u1"));
    const auto packed = record::pack_record(text);
    ASSERT_TRUE(packed);
    for (std::size_t at = 0; at < packed->size(); ++at) {
        std::string wrong = *packed;
        wrong[at] = static_cast<char>(wrong[at] ^ 0x10);
        ASSERT_TRUE(records_.put_record("u1", wrong));

        const auto whole = records_.unpack("u1", folder_.file("unpacked"));

        EXPECT_TRUE(!whole || read_text(folder_.file("unpacked")) == text) << "byte " << at;
    }
}

TEST_F(Records, AnOwnRecordIsKeptByteByByteAndAnImportedStudyAsTheRecordMadeFromIt) {
    const auto library = open_library(path_);
    take_in(*library, "u1");
    auto study = record::read_record(folder_.file("r.tlrun"))->study;
    study.header.study = "u2";
    study.header.origin = record::Origin::Imported;
    ASSERT_TRUE(library->add(study, "/fio.json"));

    EXPECT_THAT(names(), ElementsAre("u1+marks+record", "u2+marks+record"));
    EXPECT_EQ(unpacked("u1"), record_of(example_lines("u1")));
    write_text(folder_.file("again.tlrun"), unpacked("u2"));
    const auto again = record::read_record(folder_.file("again.tlrun"));
    ASSERT_TRUE(again);
    auto kept = *library->load(2);
    kept.lines = again->study.lines;
    kept.footer = again->study.footer;
    EXPECT_EQ(fingerprint(again->study), fingerprint(kept));
    EXPECT_EQ(records_.marks("u2")->source_path, "/fio.json");
}

TEST_F(Records, AnOddUuidIsNoPath) {
    const auto library = open_library(path_);
    for (const std::string uuid : {"../../x", "a/b", "a_b", "", "ä"}) {
        if (uuid.empty()) {
            continue;
        }
        take_in(*library, uuid);
        const std::string name = RecordFolder::name_of(uuid);
        EXPECT_EQ(name.find_first_of("/."), std::string::npos);
        EXPECT_EQ(records_.marks(name)->uuid, uuid);
    }
    EXPECT_THAT(names(), SizeIs(4));
}

TEST_F(Records, WhatTheUserSaysIsKeptAndAnotherBaselineTakesTheOldOnesPlace) {
    const auto library = open_library(path_);
    take_in(*library, "u1");
    take_in(*library, "u2");
    ASSERT_TRUE(library->change(1, {.tags = {{"a"}}, .baseline = true}));
    ASSERT_TRUE(library->change(2, {.title = "Grün", .baseline = true, .price_per_hour = 2.5}));
    ASSERT_TRUE(library->set_in_bin(1, true));

    const auto first = records_.marks("u1");
    const auto second = records_.marks("u2");
    EXPECT_THAT(first->tags, ElementsAre("a"));
    EXPECT_FALSE(first->baseline);
    EXPECT_TRUE(first->in_bin);
    EXPECT_EQ(second->title, "Grün");
    EXPECT_TRUE(second->baseline);
    EXPECT_EQ(second->price_per_hour, 2.5);
}

TEST_F(Records, RemovedForGoodIsRemovedHereToo) {
    const auto library = open_library(path_);
    take_in(*library, "u1");
    take_in(*library, "u2");
    ASSERT_TRUE(library->set_in_bin(1, true));
    EXPECT_THAT(names(), SizeIs(2));
    ASSERT_TRUE(library->purge_bin());
    EXPECT_THAT(names(), ElementsAre("u2+marks+record"));
}

TEST_F(Records, AnOlderLibraryIsBroughtAlongAStudyAtATime) {
    const auto library = open_library(path_);
    for (const char* const uuid : {"u1", "u2", "u3"}) {
        take_in(*library, uuid);
    }
    ASSERT_TRUE(library->rename(2, "Renamed"));
    const auto before = *library->load(2);
    fs::remove_all(records_.path());

    EXPECT_EQ(library->space()->not_kept, 3);
    EXPECT_EQ(*library->keep_missing_records({}), 2);
    EXPECT_FALSE(records_.is_complete());
    EXPECT_EQ(*library->keep_missing_records(std::chrono::minutes(1)), 0);
    EXPECT_TRUE(records_.is_complete());
    EXPECT_THAT(names(), ElementsAre("u1+marks+record", "u2+marks+record", "u3+marks+record"));

    write_text(folder_.file("2.tlrun"), unpacked("u2"));
    auto study = record::read_record(folder_.file("2.tlrun"))->study;
    EXPECT_EQ(study.header.title, "Lesen über zwei Platten") << "the record's own title";
    study.header.title = before.header.title;
    EXPECT_EQ(fingerprint(study), fingerprint(before));
    EXPECT_EQ(records_.marks("u2")->title, "Renamed");
}

TEST_F(Records, DroppedRecordsAreCountedAndNotMadeAgain) {
    const auto library = open_library(path_);
    take_in(*library, "u1");
    take_in(*library, "u2");
    const auto full = *library->space();
    EXPECT_EQ(full.records, 2);
    EXPECT_GT(full.record_bytes, 0U);
    EXPECT_GT(full.index_bytes, full.record_bytes);

    const auto dropped = library->drop_records({1});

    ASSERT_TRUE(dropped) << describe(dropped.error());
    EXPECT_EQ(dropped->records, 1);
    EXPECT_EQ(*library->keep_missing_records(std::chrono::minutes(1)), 0);
    const auto space = *library->space();
    EXPECT_EQ(space.records, 1);
    EXPECT_EQ(space.dropped, 1);
    EXPECT_EQ(space.record_bytes + dropped->bytes, full.record_bytes);
    EXPECT_TRUE(library->load(1));
}

TEST_F(Records, OfARestoredBackupTheRecordsAreMadeAgain) {
    const auto library = open_library(path_);
    take_in(*library, "u1");
    ASSERT_TRUE(library->backup(folder_.file("backup.sqlite")));
    take_in(*library, "u2");

    ASSERT_TRUE(library->restore(folder_.file("backup.sqlite")));

    EXPECT_EQ(*library->keep_missing_records(std::chrono::minutes(1)), 0);
    EXPECT_THAT(names(), ElementsAre("u1+marks+record"));
}

TEST_F(Records, PublishedStudiesNeedNoRecordButKeepTheirMarks) {
    const auto library = open_library(path_);
    record::Study made;
    made.header.study = "p1";
    made.header.title = "One";
    made.header.started_at = "2026-01-01T00:00:00Z";
    made.header.origin = record::Origin::Published;
    ASSERT_TRUE(library->keep_published({made}));
    ASSERT_TRUE(library->change(1, {.note = "mine"}));
    EXPECT_THAT(names(), ElementsAre("p1+marks"));
    EXPECT_EQ(*library->keep_missing_records({}), 0);
    write_text(folder_.file("gone.sqlite"), std::string(4096, 'Z'));
    fs::copy(records_.path(), folder_.file("gone.sqlite-records"));

    const auto report = rescue(folder_.file("gone.sqlite"));

    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->published_incomplete, 1);
    EXPECT_FALSE(report->unreadable);
    const auto anew = open_library(folder_.file("gone.sqlite"));
    EXPECT_EQ(*anew->keep_published({made}), 1);
    EXPECT_EQ(anew->study(1)->note, "mine");
}

// Goal: killed at any moment, the index names no study whose record is neither there nor known to
// be missing. Method: a child takes studies in, says something of them and removes some.
TEST_F(Records, AfterAKillTheIndexAndTheRecordsAgree) {
    constexpr int kRounds = 15;
    std::mt19937 random(20261123);
    int killed = 0;
    for (int round = 0; round < kRounds; ++round) {
        SCOPED_TRACE("round " + std::to_string(round));
        const pid_t child = ::fork();
        if (child == 0) {
            const auto library = open_library(path_);
            for (int i = 0; i < 50; ++i) {
                const auto report =
                    take_in(*library, "r" + std::to_string(round) + "-" + std::to_string(i));
                static_cast<void>(library->change(report.study_id, {.note = "said"}));
                static_cast<void>(library->set_in_bin(report.study_id, i % 3 == 0));
                static_cast<void>(library->purge_bin());
            }
            ::_exit(0);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(random() % 400));
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        killed += WIFSIGNALED(status) ? 1 : 0;

        const auto library = open_library(path_);
        const auto space = library->space();
        ASSERT_TRUE(space);
        EXPECT_EQ(space->dropped, 0) << "a study without its record that nobody will make";
        EXPECT_EQ(*library->keep_missing_records(std::chrono::minutes(1)), 0);
        EXPECT_EQ(library->space()->records, space->studies);
    }
    EXPECT_GT(killed, 0);
    EXPECT_EQ(*open_library(path_)->check(), "");
}

TEST_F(Records, TwoProcessesTakeTurns) {
    {
        const auto library = open_library(path_);
    }
    std::vector<pid_t> children;
    for (int process = 0; process < 2; ++process) {
        children.push_back(::fork());
        if (children.back() == 0) {
            const auto library = open_library(path_);
            bool good = true;
            for (int i = 0; i < 15; ++i) {
                const std::string text = record_of(example_lines("s" + std::to_string(i)));
                const std::string file = folder_.file("p" + std::to_string(process) + ".tlrun");
                write_text(file, text);
                const auto report = library->ingest(file);
                good = good && report && library->change(report->study_id, {.note = "said"});
            }
            ::_exit(good ? 0 : 1);
        }
    }
    for (const pid_t child : children) {
        int status = 0;
        ::waitpid(child, &status, 0);
        EXPECT_EQ(status, 0);
    }
    const auto space = open_library(path_)->space();
    EXPECT_EQ(space->records, 15);
    EXPECT_EQ(space->studies, 15);
    for (const auto& item : fs::directory_iterator(records_.path())) {
        EXPECT_NE(item.path().extension(), ".part");
    }
}

}  // namespace
}  // namespace throughline::store
