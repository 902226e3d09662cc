// SPDX-License-Identifier: Apache-2.0
// Goal: of a damaged library everything comes back from the records beside it, whatever the damage;
// without them what SQLite can still read, and what is lost is said.
#include "engine/store/rescue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/store/database.h"
#include "engine/store/keep_records.h"
#include "engine/store/library.h"
#include "tests/engine/store/study_fixture.h"

namespace throughline::store {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr std::size_t kPage = 4096;
constexpr int kStudies = 6;
constexpr int kLong = 3;                    // the study of one long run
constexpr std::size_t kLongSamples = 9000;  // three chunks, each in pages of its own

std::string uuid_of(int number) {
    return "00000000-0000-4000-8000-00000000000" + std::to_string(number);
}

class Rescue : public ::testing::Test {
protected:
    Rescue() {
        const auto library = open_library(path_);
        for (int i = 0; i < kStudies; ++i) {
            const auto lines =
                i == kLong ? long_lines(kLongSamples, uuid_of(i)) : example_lines(uuid_of(i));
            const auto report = ingest_text(*library, record(i), record_of(lines));
            EXPECT_TRUE(library->change(report.study_id,
                                        {.title = "Study " + std::to_string(i),
                                         .note = "note " + std::to_string(i),
                                         .tags = {{"tag" + std::to_string(i)}},
                                         .baseline = i == 2,
                                         .target = "t" + std::to_string(i),
                                         .price_per_hour = 1.5 + i}));
        }
        EXPECT_TRUE(library->set_in_bin(5, true));
        EXPECT_EQ(*library->keep_missing_records({}), 0);
        prints_ = prints_of(*library);
    }

    std::string record(int number) const { return folder_.file(std::to_string(number) + ".tlrun"); }

    /// Everything of all studies and what was said of them, by their uuids.
    static std::map<std::string, std::string> prints_of(Library& library) {
        std::map<std::string, std::string> prints;
        for (const bool in_bin : {false, true}) {
            const auto rows = library.studies(in_bin);
            EXPECT_TRUE(rows);
            for (const StudyRow& row : *rows) {
                const auto study = library.load(row.id);
                EXPECT_TRUE(study);
                std::string print = fingerprint(*study) + row.note + row.target + row.source_path +
                                    row.verdict + std::to_string(row.price_per_hour.value_or(-1)) +
                                    (row.baseline ? "baseline" : "") + (in_bin ? "bin" : "");
                for (const std::string& tag : row.tags) {
                    print += "#" + tag;
                }
                prints.emplace(row.uuid, std::move(print));
            }
        }
        return prints;
    }

    /// A copy of the library in which these pages are overwritten.
    std::string damaged(const std::vector<std::size_t>& pages, bool with_records) {
        std::string bytes = read_text(path_);
        for (const std::size_t page : pages) {
            bytes.replace((page - 1) * kPage, kPage, std::string(kPage, 'Z'));
        }
        std::string path = folder_.file("damaged.sqlite");
        fs::remove_all(path);
        fs::remove_all(path + "-records");
        write_text(path, bytes);
        if (with_records) {
            fs::copy(path_ + "-records", path + "-records");
        }
        return path;
    }

    std::size_t page_count() const { return fs::file_size(path_) / kPage; }

    const TemporaryDirectory folder_;
    const std::string path_ = folder_.file("library.sqlite");
    std::map<std::string, std::string> prints_;
};

const IncompleteStudy* with_loss(const RescueReport& report, const std::string& words) {
    for (const IncompleteStudy& study : report.incomplete) {
        for (const std::string& loss : study.losses) {
            if (loss.find(words) != std::string::npos) {
                return &study;
            }
        }
    }
    return nullptr;
}

TEST_F(Rescue, WhateverTheDamageEverythingComesBackFromTheRecords) {
    std::vector<std::vector<std::size_t>> damages{{1}, {}};
    for (std::size_t page = 2; page <= page_count(); ++page) {
        damages[1].push_back(page);
        if (page % 11 == 0) {
            damages.push_back({page});
        }
    }
    for (const auto& pages : damages) {
        SCOPED_TRACE("page " + std::to_string(pages.front()));
        const std::string path = damaged(pages, true);

        const auto report = rescue(path, {.whatever_it_is = true});

        ASSERT_TRUE(report) << describe(report.error());
        EXPECT_EQ(report->whole, kStudies);
        EXPECT_THAT(report->incomplete, IsEmpty());
        EXPECT_THAT(report->lost, IsEmpty());
        EXPECT_FALSE(report->unreadable);
        const auto library = open_library(path);
        EXPECT_EQ(*library->check(), "");
        EXPECT_EQ(prints_of(*library), prints_);
        EXPECT_EQ(library->study(3)->title, "Study 2") << "numbers keep their order";
        EXPECT_EQ(*library->keep_missing_records({}), 0);
    }
}

// What was removed for good does not come back; what was imported again is the newer one.
TEST_F(Rescue, WhatTheRecordsHoldFollowsTheLibrary) {
    {
        const auto library = open_library(path_);
        EXPECT_EQ(*library->purge_bin(), 1);
        ASSERT_TRUE(library->change(1, {.title = "Another", .baseline = true}));
        auto lines = example_lines(uuid_of(7));
        ingest_text(*library, record(7), record_of(lines, lines.size() - 10));
        ingest_text(*library, record(7), record_of(lines));
        prints_ = prints_of(*library);
    }
    const std::string path = damaged({1}, true);

    ASSERT_TRUE(rescue(path));

    const auto library = open_library(path);
    EXPECT_EQ(prints_of(*library), prints_);
    EXPECT_THAT(prints_, SizeIs(kStudies));
    EXPECT_EQ(library->study(6)->title, "Study 5") << "a window knows it by its number";
    EXPECT_FALSE(library->study(5)) << "that of what was removed is nobody's";
}

TEST_F(Rescue, WithoutRecordsEachStudyIsAsItWasOrNamed) {
    std::int64_t whole = 0;
    std::int64_t all = 0;
    for (std::size_t page = 2; page <= page_count(); page += 9) {
        SCOPED_TRACE("page " + std::to_string(page));
        const std::string path = damaged({page}, false);
        const auto report = rescue(path);
        if (!report) {  // nobody needs that page
            EXPECT_EQ(report.error().code, ErrorCode::Usage) << describe(report.error());
            continue;
        }
        const auto library = open_library(path);
        EXPECT_EQ(*library->check(), "");
        const auto now = prints_of(*library);
        const auto same = std::count_if(now.begin(), now.end(), [&](const auto& each) {
            return prints_.at(each.first) == each.second;
        });
        EXPECT_EQ(same, report->whole);
        EXPECT_EQ(now.size(), report->whole + report->incomplete.size());
        EXPECT_TRUE(report->unreadable || now.size() + report->lost.size() >= kStudies);
        whole += report->whole;
        all += kStudies;
    }
    EXPECT_GE(whole, all / 2) << "of " << all;
}

TEST_F(Rescue, WhatAStudyLostIsSaidInItsNoteAndComesBackByImportingItsFile) {
    const std::string path = damaged({}, false);
    ASSERT_TRUE(Database::open(path)->execute(
        "UPDATE value_chunk SET value = x'00' WHERE run_id IN (SELECT id FROM run WHERE study_id "
        "= 4)"));
    const auto report = rescue(path);
    ASSERT_TRUE(report) << describe(report.error());
    const IncompleteStudy* const study = with_loss(*report, "its samples and histograms");
    ASSERT_NE(study, nullptr);
    EXPECT_EQ(study->title, "Study 3");
    EXPECT_EQ(report->whole, kStudies - 1);
    EXPECT_THAT(rescue_sentences(*report), ::testing::Contains(HasSubstr("More may come back: ")));

    const auto library = open_library(path);
    const auto id = library->studies_by_uuid(uuid_of(kLong))->front();
    const auto notes = library->notes(id);
    ASSERT_THAT(*notes, SizeIs(1));
    EXPECT_EQ(notes->front().code, kRescuedCode);
    EXPECT_THAT(notes->front().text, HasSubstr("its samples and histograms"));
    ASSERT_TRUE(library->ingest(record(kLong)));
    EXPECT_EQ(prints_of(*library), prints_);
}

TEST_F(Rescue, ColumnsThatWereOverwrittenAreNoSamples) {
    for (const char* const sql : {"UPDATE value_chunk SET sum = sum + 1 WHERE level = 0",
                                  "UPDATE histogram SET count = zeroblob(length(count))"}) {
        const std::string path = damaged({}, false);
        ASSERT_TRUE(Database::open(path)->execute(sql));
        const auto report = rescue(path);
        ASSERT_TRUE(report) << describe(report.error());
        EXPECT_THAT(report->incomplete, Not(IsEmpty()));
    }
}

// The one whose record was dropped comes from the file, and stays without.
TEST_F(Rescue, AStudyWithoutItsRecordIsReadFromTheLibrary) {
    {
        const auto library = open_library(path_);
        EXPECT_EQ(library->drop_records({2, 3})->records, 2);
        EXPECT_EQ(*library->keep_missing_records({}), 0);
    }
    const std::string path = damaged({}, true);
    ASSERT_TRUE(Database::open(path)->execute("DELETE FROM study_record WHERE study_id = 3"));

    const auto report = rescue(path);

    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->whole, kStudies - 1);
    EXPECT_THAT(report->lost, ::testing::ElementsAre("Study 2"));
    const auto library = open_library(path);
    const auto now = prints_of(*library);
    EXPECT_THAT(now, SizeIs(kStudies - 1));
    EXPECT_EQ(now.at(uuid_of(1)), prints_.at(uuid_of(1)));
    EXPECT_EQ(library->space()->dropped, 1);
}

TEST_F(Rescue, ADamagedRecordIsMadeAnewFromALibraryThatStillHasTheStudy) {
    const std::string path = damaged({}, true);
    const std::string record_path = path + "-records/" + uuid_of(kLong) + ".tlrun.zst";
    std::string packed = read_text(record_path);
    write_text(record_path, packed.replace(packed.size() / 2, 8, "ZZZZZZZZ"));
    ASSERT_TRUE(Database::open(path)->execute("PRAGMA application_id = 0"));

    const auto report = rescue(path, {.whatever_it_is = true});

    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->whole, kStudies);
    const auto library = open_library(path);
    EXPECT_EQ(prints_of(*library), prints_);
    EXPECT_EQ(library->space()->not_kept, 1);
    EXPECT_EQ(*library->keep_missing_records({}), 0);
    EXPECT_EQ(library->space()->records, kStudies);
}

TEST_F(Rescue, OfARecordThatIsCutOffComesWhatIsLeftOfIt) {
    const std::string path = damaged({}, true);
    write_text(path, std::string(kPage, 'Z'));
    const std::string record_path = path + "-records/" + uuid_of(kLong) + ".tlrun.zst";
    fs::resize_file(record_path, fs::file_size(record_path) * 3 / 4);

    const auto report = rescue(path);

    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_EQ(report->whole, kStudies - 1);
    EXPECT_NE(with_loss(*report, "what its record held after line"), nullptr);
    EXPECT_THAT(*open_library(path)->studies(), SizeIs(kStudies - 1));
}

// `.recover` is left out of many builds of sqlite3: this one says that it knows it, and dumps a
// sound copy.
TEST_F(Rescue, WhatTheSqliteProgramRecoversIsTakenStudyByStudy) {
    constexpr const char* kProgram = "/usr/bin/sqlite3";
    if (::access(kProgram, X_OK) != 0) {
        GTEST_SKIP() << "no sqlite3 program is installed";
    }
    fs::create_directories(folder_.file("bin"));
    const std::string program = folder_.file("bin/sqlite3");
    write_text(program,
               "#!/bin/sh\ncase \"$*\" in *sqlite_dbpage*) exit 0;; *.recover*) exec " +
                   std::string(kProgram) + " " + path_ + " .dump;; *) exec " + kProgram +
                   " \"$@\";; esac\n");
    fs::permissions(program, fs::perms::owner_all);
    const std::string before = std::getenv("PATH");
    ::setenv("PATH", (folder_.file("bin") + ":" + before).c_str(), 1);
    const std::string path = damaged({}, false);
    write_text(path, std::string(kPage, 'Z'));

    const auto report = rescue(path, {.whatever_it_is = true});

    ::setenv("PATH", before.c_str(), 1);
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_FALSE(report->unreadable);
    EXPECT_THAT(report->incomplete, SizeIs(kStudies));  // it may not have found everything
    EXPECT_NE(with_loss(*report, "possibly some of its runs"), nullptr);
    const auto library = open_library(path);
    EXPECT_EQ(library->study(2)->note, "note 1");
    EXPECT_THAT(*library->runs(1), SizeIs(4));
}

// SQLite lists what it found and then may fail on a page as well.
TEST_F(Rescue, FindingsOfACheckAreSetApart) {
    for (std::size_t page = 2; page <= page_count(); page += 3) {
        const auto library = Library::open(damaged({page}, false));
        const std::string problems = library ? *(*library)->check() : "";
        const std::size_t failure = problems.find("library '");
        EXPECT_EQ(problems.find('\n'), std::string::npos) << problems;
        EXPECT_TRUE(failure == std::string::npos || failure == 0 ||
                    problems.substr(failure - 2, 2) == "; ")
            << problems;
    }
}

TEST_F(Rescue, ASoundLibraryIsNotSetAside) {
    const auto report = rescue(path_);

    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Usage);
    EXPECT_EQ(prints_of(*open_library(path_)), prints_);
}

TEST_F(Rescue, FileOfSomethingElseIsNotSetAside) {
    const std::string notes = folder_.file("notes.txt");
    write_text(notes, std::string(8192, 'n'));

    const auto report = rescue(notes);

    EXPECT_EQ(report.error().code, ErrorCode::Format);
    EXPECT_TRUE(fs::exists(notes));
}

TEST_F(Rescue, ALibraryOfWhichNothingCanBeReadIsSaidToBe) {
    for (const bool with_header : {false, true}) {
        const std::string path = damaged({}, false);
        std::string bytes = read_text(path);
        bytes.resize(kPage);  // a schema that leads nowhere
        write_text(path, with_header ? bytes : std::string(8192, 'Z'));
        const auto report = rescue(path, {.whatever_it_is = !with_header});
        ASSERT_TRUE(report) << describe(report.error());
        EXPECT_TRUE(report->unreadable);
        EXPECT_EQ(read_text(report->aside).size(), with_header ? kPage : 8192U);
    }
}

}  // namespace
}  // namespace throughline::store
