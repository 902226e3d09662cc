// SPDX-License-Identifier: Apache-2.0
// Goal: a library whose schema somebody else changed is refused before anything in it is run, and
// one whose content is damaged is not called sound.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "engine/store/database.h"
#include "engine/store/library.h"
#include "engine/store/rescue.h"
#include "tests/engine/store/study_fixture.h"

namespace throughline::store {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

class ForeignSchema : public ::testing::Test {
protected:
    ForeignSchema() {
        const auto library = open_library(path_);
        ingest_text(*library, folder_.file("a.tlrun"), record_of(example_lines()));
    }

    void execute(const std::string& sql) const {
        const auto database = Database::open(path_);
        const auto done = database->execute(sql);
        ASSERT_TRUE(done) << describe(done.error());
    }

    /// Why the library is refused; "" where it opens.
    std::string refusal() const {
        const auto library = Library::open(path_);
        if (library) {
            return "";
        }
        EXPECT_EQ(library.error().code, ErrorCode::Format);
        EXPECT_THAT(library.error().what, HasSubstr("is damaged: "));
        EXPECT_THAT(library.error().what, HasSubstr("library rescue"));
        return library.error().what;
    }

    void expect_rescued_whole() const {
        const auto report = rescue(path_);
        ASSERT_TRUE(report) << describe(report.error());
        EXPECT_EQ(report->whole, 1);
        const auto library = open_library(path_);
        EXPECT_EQ(*library->check(), "");
        EXPECT_THAT(*library->studies(), SizeIs(1));
    }

    const TemporaryDirectory folder_;
    const std::string path_ = folder_.file("library.sqlite");
};

TEST_F(ForeignSchema, VersionsBelowOneAreDamage) {
    for (const std::int64_t version : {std::int64_t{-1},
                                       std::int64_t{-5},
                                       std::int64_t{-100000},
                                       std::int64_t{std::numeric_limits<std::int32_t>::min()},
                                       std::int64_t{0}}) {
        execute("PRAGMA user_version = " + std::to_string(version));
        EXPECT_THAT(refusal(), HasSubstr("its schema version is " + std::to_string(version)));
    }
    expect_rescued_whole();
}

TEST_F(ForeignSchema, ANegativeVersionIsNoBackup) {
    const std::string backup = folder_.file("backup.sqlite");
    {
        const auto library = open_library(path_);
        ASSERT_TRUE(library->backup(backup));
        const auto database = Database::open(backup);
        ASSERT_TRUE(database->execute("PRAGMA user_version = -5"));
    }
    const auto restored = open_library(path_)->restore(backup);
    ASSERT_FALSE(restored);
    EXPECT_EQ(restored.error().code, ErrorCode::Format);
    EXPECT_THAT(restored.error().what, HasSubstr("schema version is -5"));
}

TEST_F(ForeignSchema, ATriggerIsRefusedAndDoesNothing) {
    execute("CREATE TRIGGER trap AFTER UPDATE ON study BEGIN DELETE FROM run; END");
    EXPECT_THAT(refusal(), HasSubstr("trigger 'trap'"));
    execute("UPDATE study SET note = 'x'");  // by a connection of ours
    EXPECT_GT(*Database::open(path_)->number("SELECT count(*) FROM run"), 0);
    expect_rescued_whole();
}

TEST_F(ForeignSchema, ABackupWithATriggerIsNotRestored) {
    const std::string backup = folder_.file("backup.sqlite");
    {
        const auto library = open_library(path_);
        ASSERT_TRUE(library->backup(backup));
        const auto database = Database::open(backup);
        ASSERT_TRUE(database->execute(
            "CREATE TRIGGER trap AFTER UPDATE ON study BEGIN DELETE FROM run; END"));
    }
    const auto restored = open_library(path_)->restore(backup);
    ASSERT_FALSE(restored);
    EXPECT_THAT(restored.error().what, HasSubstr("trigger 'trap'"));
    EXPECT_EQ(refusal(), "");
}

// Reading it would never end.
TEST_F(ForeignSchema, AViewInPlaceOfATableIsRefused) {
    execute("ALTER TABLE study RENAME TO hidden");
    execute(
        "CREATE VIEW study AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        "SELECT i AS id FROM n");
    EXPECT_THAT(refusal(), HasSubstr("differs from what this program makes"));
}

TEST_F(ForeignSchema, AnotherViewAndAMissingIndexAreRefused) {
    execute("DROP INDEX note_by_run");
    EXPECT_THAT(refusal(), HasSubstr("index 'note_by_run' is missing"));
    execute("CREATE VIEW mine AS SELECT 1");
    EXPECT_THAT(refusal(), HasSubstr("view 'mine'"));
}

TEST_F(ForeignSchema, ATableBesideOursIsLetPass) {
    execute("CREATE TABLE scribble(x)");
    EXPECT_EQ(refusal(), "");
}

TEST_F(ForeignSchema, PackedColumnsThatDoNotUnpackAreDamage) {
    execute("UPDATE value_chunk SET value = x'0102030405' WHERE rowid = 1");
    const auto problems = open_library(path_)->check();
    ASSERT_TRUE(problems);
    EXPECT_THAT(*problems, HasSubstr("study 1, run 1: the samples of '"));
    const auto report = rescue(path_);
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->whole, 1);  // from its record
    EXPECT_EQ(*open_library(path_)->check(), "");
}

TEST_F(ForeignSchema, ValuesThatAreNotThoseThatWereWrittenAreDamage) {
    execute("UPDATE value_chunk SET value = zeroblob(length(value)) WHERE rowid = 1");
    EXPECT_THAT(*open_library(path_)->check(), HasSubstr("cannot be read"));
}

TEST_F(ForeignSchema, TimesHistogramsAndRecordsAreChecked) {
    for (const char* const damage : {"UPDATE time_chunk SET t_s = x'00'",
                                     "DELETE FROM time_chunk",
                                     "UPDATE histogram SET bucket = x'00'",
                                     "UPDATE study_record SET header = '{'"}) {
        const std::string copy = folder_.file("copy.sqlite");
        ASSERT_TRUE(open_library(path_)->backup(copy, true));
        ASSERT_TRUE(Database::open(copy)->execute(damage));
        EXPECT_NE(*open_library(copy)->check(), "") << damage;
    }
    EXPECT_EQ(*open_library(path_)->check(), "");
}

}  // namespace
}  // namespace throughline::store
