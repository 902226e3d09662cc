// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "engine/store/data_folder.h"
#include "engine/store/library.h"
#include "engine/store/schema.h"
#include "tests/engine/store/study_fixture.h"

namespace throughline::store {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

class LibraryFile : public ::testing::Test {
protected:
    /// Changes the file behind the library's back.
    void execute(const std::string& sql) const {
        const auto database = Database::open(path_);
        ASSERT_TRUE(database);
        const auto done = database->execute(sql);
        ASSERT_TRUE(done) << describe(done.error());
    }
    void fill(std::size_t samples) const {
        auto library = open_library(path_);
        ingest_text(*library, folder_.file("study.tlrun"), record_of(long_lines(samples)));
    }

    const TemporaryDirectory folder_;
    const std::string path_ = folder_.file("library.sqlite");
};

TEST_F(LibraryFile, IsFoundAgainWhenOpenedAgain) {
    fill(20);

    const auto library = open_library(path_);

    EXPECT_THAT(*library->studies(), SizeIs(1));
}

// Also of a library that did not know it yet.
TEST_F(LibraryFile, SaysWhichStudiesWereDisturbed) {
    const auto library = open_library(path_);
    auto lines = example_lines("u1");
    lines.insert(lines.end() - 1,
                 record::Note{.run = 1,
                              .code = record::kDisturbedCode,
                              .level = record::Level::Warning,
                              .text = "other programs used the processors"});
    const auto disturbed = ingest_text(*library, folder_.file("1.tlrun"), record_of(lines));
    const auto clean =
        ingest_text(*library, folder_.file("2.tlrun"), record_of(example_lines("u2")));
    EXPECT_TRUE(library->study(disturbed.study_id)->disturbed);
    EXPECT_FALSE(library->study(clean.study_id)->disturbed);

    const std::string older = folder_.file("older.sqlite");
    {
        const auto old = Database::open(older);
        ASSERT_TRUE(old && prepare_schema(*old, older, migration_steps().first(5)));
        ASSERT_TRUE(old->execute(
            "INSERT INTO study(id, uuid, title, origin, started_at, host, source_path) VALUES"
            "(1, 'a', 'A', 'measured', '2026-01-01T00:00:00Z', '', '/a'),"
            "(2, 'b', 'B', 'measured', '2026-01-01T00:00:00Z', '', '/b');"
            "INSERT INTO note(study_id, code, level, text, item, count) VALUES"
            "(1, 'process.paused', 'warning', '', '', 1), (2, 'other', 'info', '', '', 1)"));
    }
    const auto brought_up = open_library(older);
    EXPECT_TRUE(brought_up->study(1)->disturbed);
    EXPECT_FALSE(brought_up->study(2)->disturbed);
}

// Goal: what was emulated is known without reading the runs. Also of a library of before.
TEST_F(LibraryFile, SaysWhichStudiesWereEmulated) {
    const auto library = open_library(path_);
    const auto ingested = [&](const char* uuid, const char* key, const char* value) {
        auto lines = example_lines(uuid);
        for (auto& line : lines) {
            if (auto* started = std::get_if<record::RunStarted>(&line)) {
                started->settings[key] = std::string(value);
            }
        }
        const auto report =
            ingest_text(*library, folder_.file(std::string(uuid) + ".tlrun"), record_of(lines));
        return library->study(report.study_id)->emulated;
    };
    EXPECT_EQ(ingested("u1", "storage.volume", "aws-gp2:100GiB"),
              (analysis::Emulated{.volume = true}));
    EXPECT_EQ(ingested("u2", "consumer.kind", "paced"), (analysis::Emulated{.accelerator = true}));
    EXPECT_FALSE(ingested("u3", "storage.volume", ""));
    EXPECT_EQ(ingested("u4", "storage.store", "aws-s3"), (analysis::Emulated{.store = true}));

    const std::string older = folder_.file("older.sqlite");
    {
        const auto old = Database::open(older);
        ASSERT_TRUE(old && prepare_schema(*old, older, migration_steps().first(7)));
        ASSERT_TRUE(old->execute(
            "INSERT INTO study(id, uuid, title, origin, started_at, host, source_path) VALUES"
            "(1, 'a', 'A', 'measured', '', '', '/a'), (2, 'b', 'B', 'measured', '', '', '/b'),"
            "(3, 'c', 'C', 'measured', '', '', '/c'), (4, 'd', 'D', 'measured', '', '', '/d');"
            "INSERT INTO run(id, study_id, number, status, started_at) VALUES"
            "(1, 1, 1, 'done', ''), (2, 2, 1, 'done', ''), (3, 3, 1, 'done', ''),"
            "(4, 4, 1, 'done', '');"
            "INSERT INTO metric_key(id, key) VALUES(1, 'storage.volume'), (2, 'consumer.kind'),"
            "(3, 'stages'), (4, 'storage.store');"
            "INSERT INTO run_setting(run_id, key_id, type, value) VALUES"
            "(1, 1, 'text', 'study-st1'), (1, 2, 'text', 'null'), (2, 2, 'text', 'paced'),"
            "(2, 1, 'text', ''), (3, 1, 'text', 'study-st1'), (3, 2, 'text', 'paced'),"
            "(3, 3, 'text', 'decode'), (3, 4, 'text', 'aws-s3'), (1, 4, 'text', ''),"
            "(4, 4, 'text', 'aws-s3')"));
    }
    const auto brought_up = open_library(older);
    EXPECT_EQ(brought_up->study(1)->emulated, (analysis::Emulated{.volume = true}));
    EXPECT_EQ(brought_up->study(2)->emulated, (analysis::Emulated{.accelerator = true}));
    EXPECT_EQ(brought_up->study(4)->emulated, (analysis::Emulated{.store = true}));
    EXPECT_FALSE(brought_up->study(3)->emulated) << "decoding alone neither reads nor feeds";
}

TEST_F(LibraryFile, InAFolderThatMayNotBeWrittenIsRefusedForThatReason) {
    if (::geteuid() == 0) {
        GTEST_SKIP() << "root may write anywhere";
    }
    const std::string folder = folder_.file("closed");
    ASSERT_EQ(::mkdir(folder.c_str(), 0555), 0);

    const auto library = Library::open(folder + "/library.sqlite");

    ASSERT_FALSE(library);
    EXPECT_EQ(library.error().code, ErrorCode::Permission) << describe(library.error());
    EXPECT_EQ(Library::open(folder + "/none/library.sqlite").error().code, ErrorCode::NotFound);
}

TEST_F(LibraryFile, UsesAWriteAheadLogAndNamesItsMaker) {
    fill(1);

    const std::string header = read_text(path_).substr(0, 100);

    // sqlite.org/fileformat2.html: 2 at offsets 18 and 19 = write-ahead log; 68 = application id.
    EXPECT_EQ(header.substr(18, 2), "\x02\x02");
    EXPECT_EQ(header.substr(68, 4), "thrl");
}

TEST_F(LibraryFile, NewerSchemaIsRefusedWithBothNumbersAndLeftAlone) {
    fill(20);
    execute("PRAGMA user_version = 99");
    const std::string before = read_text(path_);

    const auto library = Library::open(path_);

    ASSERT_FALSE(library);
    EXPECT_EQ(library.error().code, ErrorCode::Version);
    EXPECT_THAT(library.error().what, HasSubstr("99"));
    EXPECT_THAT(library.error().what, HasSubstr(std::to_string(schema_version())));
    EXPECT_EQ(read_text(path_), before);
}

TEST_F(LibraryFile, FileThatIsNoDatabaseIsRefusedWithAdviceAndLeftAlone) {
    const std::string text = "these are my notes, not a library\n" + std::string(8192, '.');
    write_text(path_, text);

    const auto library = Library::open(path_);

    ASSERT_FALSE(library);
    EXPECT_EQ(library.error().code, ErrorCode::Format);
    EXPECT_THAT(library.error().what, HasSubstr("library rescue"));
    EXPECT_EQ(read_text(path_), text);
}

TEST_F(LibraryFile, DatabaseOfAnotherProgramIsRefusedAndLeftAlone) {
    execute("CREATE TABLE bookmarks(url TEXT); PRAGMA user_version = 1");
    const std::string before = read_text(path_);

    const auto library = Library::open(path_);

    ASSERT_FALSE(library);
    EXPECT_EQ(library.error().code, ErrorCode::Format);
    EXPECT_THAT(library.error().what, HasSubstr("another program"));
    EXPECT_EQ(read_text(path_), before);
}

// Goal: damage is called damage, at opening or at the first query that meets it, and never
// crashes. Method: each page of a real library in turn is overwritten.
TEST_F(LibraryFile, DamagedPageIsReportedAsDamage) {
    fill(3000);
    const std::string sound = read_text(path_);
    constexpr std::size_t kPageBytes = 4096;
    ASSERT_EQ(sound.size() % kPageBytes, 0U);
    std::size_t seen = 0;
    for (std::size_t page = 0; page < sound.size() / kPageBytes; ++page) {
        std::string damaged = sound;
        damaged.replace(page * kPageBytes, kPageBytes, std::string(kPageBytes, '\x5A'));
        write_text(path_, damaged);

        const auto library = Library::open(path_);
        const auto study = library ? (*library)->load(1) : Result<record::Study>(library.error());

        const bool told = !study && study.error().code == ErrorCode::Format;
        seen += told ? 1 : 0;
        EXPECT_TRUE(study || told) << page << ": " << describe(study.error());
    }
    EXPECT_GT(seen, sound.size() / kPageBytes / 2);
}

TEST_F(LibraryFile, TruncatedLibraryIsReportedAsDamage) {
    fill(3000);
    std::filesystem::resize_file(path_, 20'000);

    const auto library = Library::open(path_);
    const auto study = library ? (*library)->load(1) : Result<record::Study>(library.error());

    ASSERT_FALSE(study);
    EXPECT_EQ(study.error().code, ErrorCode::Format);
}

TEST_F(LibraryFile, MissingFolderAndFolderInsteadOfFileAreSaid) {
    const auto missing = Library::open(folder_.file("none/library.sqlite"));
    const auto folder = Library::open(folder_.file(""));

    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::NotFound) << describe(missing.error());
    ASSERT_FALSE(folder);
}

TEST_F(LibraryFile, OlderSchemaIsBroughtUpStepByStep) {
    const std::array old_steps{MigrationStep{"CREATE TABLE a(x); INSERT INTO a VALUES(1)"}};
    const std::array new_steps{old_steps[0],
                               MigrationStep{"ALTER TABLE a ADD COLUMN y DEFAULT 2"},
                               MigrationStep{"UPDATE a SET y = x + y"}};
    const auto database = Database::open(path_);
    ASSERT_TRUE(database);

    ASSERT_TRUE(prepare_schema(*database, path_, old_steps));
    EXPECT_EQ(*database->number("PRAGMA user_version"), 1);
    ASSERT_TRUE(prepare_schema(*database, path_, new_steps));
    ASSERT_TRUE(prepare_schema(*database, path_, new_steps));  // nothing left to do

    EXPECT_EQ(*database->number("PRAGMA user_version"), 3);
    EXPECT_EQ(*database->number("SELECT y FROM a"), 3);
}

TEST_F(LibraryFile, StepThatFailsLeavesTheOldVersion) {
    const std::array old_steps{MigrationStep{"CREATE TABLE a(x)"}};
    const std::array new_steps{
        old_steps[0], MigrationStep{"CREATE TABLE b(x)"}, MigrationStep{"CREATE TABLE b(x)"}};
    const auto database = Database::open(path_);
    ASSERT_TRUE(database);
    ASSERT_TRUE(prepare_schema(*database, path_, old_steps));

    const auto failed = prepare_schema(*database, path_, new_steps);

    EXPECT_FALSE(failed);
    EXPECT_EQ(*database->number("PRAGMA user_version"), 1);
    EXPECT_EQ(*database->number("SELECT count(*) FROM sqlite_schema WHERE name = 'b'"), 0);
}

/// Sets a variable of the environment for one test.
class Variable {
public:
    Variable(const char* name, const std::string& value) : name_(name) {
        const char* before = std::getenv(name);
        before_ = before == nullptr ? std::nullopt : std::optional<std::string>(before);
        ::setenv(name, value.c_str(), 1);
    }
    ~Variable() {
        if (before_) {
            ::setenv(name_, before_->c_str(), 1);
        } else {
            ::unsetenv(name_);
        }
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    const char* name_;
    std::optional<std::string> before_;
};

TEST_F(LibraryFile, DefaultPlaceIsMadeForThisUserAlone) {
    const Variable chosen("THROUGHLINE_DATA_DIR", folder_.file("deep/er"));

    const std::string place = Library::default_path();
    const auto library = Library::open("");

    struct stat folder{};
    ASSERT_EQ(::stat(folder_.file("deep/er").c_str(), &folder), 0);
    EXPECT_EQ(folder.st_mode & 0777U, 0700U);
    EXPECT_EQ(place, folder_.file("deep/er/library.sqlite"));
    EXPECT_TRUE(library);
    EXPECT_TRUE(std::filesystem::exists(place));
}

TEST_F(LibraryFile, DataFolderFollowsXdg) {
    const Variable none("THROUGHLINE_DATA_DIR", "");
    const Variable home("HOME", "/home/ada");
    {
        const Variable xdg("XDG_DATA_HOME", "/data/ada");
        EXPECT_EQ(data_folder(), "/data/ada/throughline");
    }
    const Variable relative("XDG_DATA_HOME", "not/absolute");  // the specification: ignore it
    EXPECT_EQ(data_folder(), "/home/ada/.local/share/throughline");
}

}  // namespace
}  // namespace throughline::store
