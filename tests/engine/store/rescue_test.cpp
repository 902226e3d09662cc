// SPDX-License-Identifier: Apache-2.0
// Goal: of a damaged library everything comes back that is not in the damaged pages themselves, and
// what is lost is said. Method: pages of a sound one are overwritten, roots of tables among them.
#include "engine/store/rescue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/format.h"
#include "engine/store/database.h"
#include "engine/store/library.h"
#include "engine/store/page_file.h"
#include "engine/store/schema.h"
#include "tests/engine/store/study_fixture.h"

namespace throughline::store {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
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
                                         .tags = {{"tag" + std::to_string(i)}}}));
        }
        take_prints();
    }

    std::string record(int number) const { return folder_.file(std::to_string(number) + ".tlrun"); }

    /// Everything of a study, but for the count of lines, which a rescue makes anew.
    static std::string print_of(Library& library, std::int64_t id) {
        auto study = library.load(id);
        EXPECT_TRUE(study);
        study->lines = 0;
        return fingerprint(*study);
    }

    void take_prints() {
        const auto library = open_library(path_);
        const auto rows = library->studies();
        for (const StudyRow& row : *rows) {
            prints_.insert_or_assign(row.uuid, print_of(*library, row.id));
        }
    }

    /// Rescues a copy in which these pages are overwritten.
    /// Nothing where SQLite finds nothing wrong: nobody needs those pages, or only their content is
    /// other than it was.
    std::optional<RescueReport> rescue_without(const std::vector<std::size_t>& pages,
                                               char with = '\x5A') {
        std::string bytes = read_text(path_);
        for (const std::size_t page : pages) {
            bytes.replace((page - 1) * kPage, kPage, std::string(kPage, with));
        }
        damaged_ = folder_.file("damaged.sqlite");
        std::filesystem::remove(damaged_);
        write_text(damaged_, bytes);
        auto report = rescue(damaged_);
        if (!report) {
            EXPECT_EQ(report.error().code, ErrorCode::Usage) << describe(report.error());
            return std::nullopt;
        }
        EXPECT_THAT(report->lost, IsEmpty());
        EXPECT_EQ(report->whole + static_cast<std::int64_t>(report->incomplete.size()), kStudies);
        return *report;
    }

    /// Each study of the rescued library is as it was, or named with what it lost.
    void expect_honest(const RescueReport& report) const {
        const auto library = open_library(damaged_);
        EXPECT_EQ(*library->check(), "");
        std::int64_t whole = 0;
        const auto rows = library->studies();
        for (const StudyRow& row : *rows) {
            const bool same = prints_.at(row.uuid) == print_of(*library, row.id);
            const bool named =
                std::any_of(report.incomplete.begin(),
                            report.incomplete.end(),
                            [&](const IncompleteStudy& each) { return each.title == row.title; });
            EXPECT_TRUE(same || named) << row.title << " lost something, which nobody said";
            whole += named ? 0 : 1;
        }
        EXPECT_EQ(whole, report.whole);
    }

    std::size_t page_count() const { return std::filesystem::file_size(path_) / kPage; }

    /// Of tables and indexes that have pages below.
    std::vector<std::size_t> inner_roots() const {
        const std::string bytes = read_text(path_);
        const auto database = Database::open(path_);
        Statement rows = database->prepare("SELECT rootpage FROM sqlite_schema WHERE rootpage > 0");
        std::vector<std::size_t> roots;
        for (auto row = rows.step(); row && *row; row = rows.step()) {
            const auto root = static_cast<std::size_t>(rows.integer(0));
            if (bytes[(root - 1) * kPage] < 10) {
                roots.push_back(root);
            }
        }
        return roots;
    }

    std::vector<std::size_t> pages_of(const std::string& tree) const {
        const auto file = PageFile::open(path_);
        const auto roots = file->roots();
        const auto database = Database::open(path_);
        Statement rows = database->prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?1");
        EXPECT_TRUE(*rows.bind(tree).step());
        std::vector<std::size_t> pages;
        for (std::size_t page = 1; page < roots.size(); ++page) {
            if (roots[page] == static_cast<std::uint32_t>(rows.integer(0))) {
                pages.push_back(page);
            }
        }
        return pages;
    }

    const TemporaryDirectory folder_;
    const std::string path_ = folder_.file("library.sqlite");
    std::string damaged_;
    std::map<std::string, std::string> prints_;
};

/// The first study that lost something that these words name.
const IncompleteStudy* with_loss(const std::optional<RescueReport>& report,
                                 const std::string& words) {
    if (!report) {
        return nullptr;
    }
    for (const IncompleteStudy& study : report->incomplete) {
        for (const std::string& loss : study.losses) {
            if (loss.find(words) != std::string::npos) {
                return &study;
            }
        }
    }
    return nullptr;
}

TEST_F(Rescue, NoSinglePageTakesAStudyAway) {
    std::int64_t whole = 0;
    std::int64_t all = 0;
    for (std::size_t page = 1; page <= page_count(); page += 5) {
        SCOPED_TRACE("page " + std::to_string(page));
        if (const auto report = rescue_without({page})) {
            expect_honest(*report);
            whole += report->whole;
            all += kStudies;
        }
    }
    EXPECT_GE(whole, all * 2 / 3) << "of " << all;
}

TEST_F(Rescue, RootsOfAllTablesCostOnlyTheRowsThatLieInThem) {
    const auto roots = inner_roots();
    ASSERT_GE(roots.size(), 6U);
    const auto report = rescue_without(roots);

    ASSERT_TRUE(report);
    expect_honest(*report);
    const auto library = open_library(damaged_);
    const auto rows = library->studies();
    ASSERT_TRUE(rows);
    for (const StudyRow& row : *rows) {
        EXPECT_THAT(*library->runs(row.id), SizeIs(row.title == "Study 3" ? 1 : 4)) << row.title;
        EXPECT_EQ("note " + row.title.substr(6), row.note);
        EXPECT_THAT(row.tags, SizeIs(1));
    }
}

// SQLite lists what it found and then may fail on a page as well.
TEST_F(Rescue, FindingsOfACheckAreSetApart) {
    const std::string damaged = folder_.file("check.sqlite");
    for (std::size_t page = 2; page <= page_count(); ++page) {
        std::string bytes = read_text(path_);
        write_text(damaged, bytes.replace((page - 1) * kPage, kPage, std::string(kPage, 'Z')));
        const auto library = Library::open(damaged);
        const std::string problems = library ? *(*library)->check() : "";
        const std::size_t failure = problems.find("library '");
        EXPECT_EQ(problems.find('\n'), std::string::npos) << problems;
        EXPECT_TRUE(failure == std::string::npos || failure == 0 ||
                    problems.substr(failure - 2, 2) == "; ")
            << problems;
    }
}

TEST_F(Rescue, ZerosInPlaceOfSamplesAreNoSamples) {
    for (std::size_t page = 2; page + 30 <= page_count(); page += 7) {
        SCOPED_TRACE("page " + std::to_string(page));
        if (const auto report = rescue_without({page, page + 30}, '\0')) {
            expect_honest(*report);
        }
    }
}

TEST_F(Rescue, WhatAStudyLostIsSaidInItsNote) {
    const std::size_t header = read_text(path_).find("\"type\":\"header\"");
    ASSERT_NE(header, std::string::npos);
    const auto report = rescue_without({header / kPage + 1});
    const IncompleteStudy* const study = with_loss(report, "its header: the spec and the machine");
    ASSERT_NE(study, nullptr);

    const auto library = open_library(damaged_);
    const auto rows = library->studies();
    const auto row = std::find_if(rows->begin(), rows->end(), [&](const StudyRow& each) {
        return each.title == study->title;
    });
    ASSERT_NE(row, rows->end());
    const auto notes = library->notes(row->id);
    const auto note = std::find_if(notes->begin(), notes->end(), [](const record::Note& each) {
        return each.code == kRescuedCode;
    });
    ASSERT_NE(note, notes->end());
    EXPECT_THAT(note->text, HasSubstr("its header: the spec and the machine"));
    EXPECT_THAT(note->text, HasSubstr("Importing its file again"));
}

TEST_F(Rescue, NoiseInTheMiddleOfAPageIsNoText) {
    std::string bytes = read_text(path_);
    const std::size_t title = bytes.find("Study 2");
    ASSERT_NE(title, std::string::npos);
    bytes.replace(title, 4, "\xBA\x90\xCB\xFF");
    write_text(folder_.file("noise.sqlite"), bytes);

    const auto report = rescue(folder_.file("noise.sqlite"), {.whatever_it_is = true});

    ASSERT_TRUE(report);
    const auto library = open_library(folder_.file("noise.sqlite"));
    const auto rows = library->studies();
    EXPECT_THAT(*rows, SizeIs(kStudies));
    for (const StudyRow& row : *rows) {
        EXPECT_TRUE(is_utf8(row.title)) << row.title;
    }
    EXPECT_NE(with_loss(*report, "renamed"), nullptr);
}

TEST_F(Rescue, LostSamplesAreCounted) {
    std::optional<RescueReport> report;
    const std::string words = "4\u202F096 of 9\u202F000 samples";
    for (std::size_t page = 30; page <= page_count() && !with_loss(report, words); ++page) {
        report = rescue_without({page});
    }
    const IncompleteStudy* const study = with_loss(report, words);
    ASSERT_NE(study, nullptr);
    EXPECT_EQ(study->title, "Study 3");
}

TEST_F(Rescue, ImportingTheFileAgainBringsBackWhatWasLost) {
    std::vector<std::size_t> pages;
    for (std::size_t page = 30; page <= page_count(); page += 2) {
        pages.push_back(page);
    }
    const auto report = rescue_without(pages);
    ASSERT_TRUE(report);
    ASSERT_FALSE(report->incomplete.empty());
    const auto library = open_library(damaged_);

    for (int i = 0; i < kStudies; ++i) {
        ASSERT_TRUE(library->ingest(record(i)));
    }

    const auto rows = library->studies();
    for (const StudyRow& row : *rows) {
        const auto study = library->load(row.id);
        EXPECT_THAT(study->runs, SizeIs(row.source_path == record(kLong) ? 1 : 4)) << row.title;
        for (const record::Note& note : study->notes) {
            EXPECT_NE(note.code, kRescuedCode) << row.title;
        }
        std::size_t samples = 0;
        for (const record::RunData& run : study->runs) {
            samples += run.samples.size();
        }
        EXPECT_EQ(samples, row.source_path == record(kLong) ? kLongSamples : 40U) << row.title;
    }
}

// Its rows have fewer columns; bringing it up fails at the damage.
TEST_F(Rescue, ADamagedLibraryOfVersionOneIsReadToo) {
    const std::string path = folder_.file("old.sqlite");
    std::size_t note_root = 0;
    {
        const auto old = Database::open(path);
        ASSERT_TRUE(prepare_schema(*old, path, migration_steps().first(1)));
        ASSERT_TRUE(old->execute(
            "INSERT INTO metric_key VALUES(1, 'images_per_second');"
            "INSERT INTO study(id, uuid, title, origin, started_at, host, source_path, run_count) "
            "VALUES(7, 'u7', 'Old one', 'measured', '2026-01-01T00:00:00Z', 'box', '/old', 1);"
            "INSERT INTO run(id, study_id, number, status, started_at) "
            "VALUES(1, 7, 1, 'done', '');"
            "INSERT INTO summary(run_id, derived, metric_id, value, n) VALUES(1, 0, 1, 900, 1);"
            "INSERT INTO note(study_id, code, level, text, item, count) "
            "VALUES(7, 'x', 'info', 'gone', '', 1);"));
        note_root = static_cast<std::size_t>(
            *old->number("SELECT rootpage FROM sqlite_schema WHERE name = 'note'"));
    }
    std::string bytes = read_text(path);
    bytes.replace((note_root - 1) * kPage, kPage, std::string(kPage, 'Z'));
    write_text(path, bytes);

    const auto report = rescue(path);

    ASSERT_TRUE(report) << describe(report.error());
    const auto library = open_library(path);
    const auto rows = library->studies();
    ASSERT_THAT(*rows, SizeIs(1));
    EXPECT_EQ(rows->front().title, "Old one");
    const auto runs = library->runs(rows->front().id);
    ASSERT_THAT(*runs, SizeIs(1));
    EXPECT_EQ(runs->front().metrics.at("images_per_second").value, 900.0);
    EXPECT_NE(with_loss(*report, "1 note"), nullptr);
}

TEST_F(Rescue, ASoundLibraryIsNotSetAside) {
    const auto report = rescue(path_);

    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Usage);
    EXPECT_THAT(*open_library(path_)->studies(), SizeIs(kStudies));
}

TEST_F(Rescue, FileOfSomethingElseIsNotSetAside) {
    const std::string notes = folder_.file("notes.txt");
    write_text(notes, std::string(8192, 'n'));

    const auto report = rescue(notes);

    EXPECT_EQ(report.error().code, ErrorCode::Format);
    EXPECT_TRUE(std::filesystem::exists(notes));
}

TEST_F(Rescue, ALibraryOfWhichNothingCanBeReadIsSaidToBe) {
    const std::string path = folder_.file("noise.sqlite");
    write_text(path, std::string(8192, 'Z'));
    const auto report = rescue(path, {.whatever_it_is = true});
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_TRUE(report->unreadable);
}

TEST_F(Rescue, ALibraryWhoseTablesAreGoneIsNotSaidToHaveHadNoStudies) {
    std::string bytes = read_text(path_);
    bytes.resize(kPage);  // the header, and a schema that leads nowhere
    write_text(folder_.file("short.sqlite"), bytes);
    const auto report = rescue(folder_.file("short.sqlite"));
    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_TRUE(report->unreadable);
}

// The rows left in one leaf look like a whole table.
TEST_F(Rescue, OneLeafLeftOfATableIsNotAllOfIt) {
    {
        const auto database = Database::open(path_);
        ASSERT_TRUE(database->execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50) "
            "INSERT INTO metric_key(key) SELECT 'made.' || i FROM n;"
            "INSERT INTO summary(run_id, derived, metric_id, value, n) SELECT run.id, 0, "
            "metric_key.id, 1.5, 1 FROM run, metric_key WHERE key LIKE 'made.%'"));
    }
    take_prints();
    const auto pages = pages_of("summary");
    ASSERT_GE(pages.size(), 4U);
    for (const std::size_t kept : {pages[1], pages[2], pages.back()}) {
        SCOPED_TRACE("page " + std::to_string(kept));
        std::vector<std::size_t> gone = pages;
        std::erase(gone, kept);
        const auto report = rescue_without(gone);
        ASSERT_TRUE(report);
        expect_honest(*report);
        EXPECT_NE(with_loss(report, "perhaps figures of"), nullptr);
    }
}

TEST_F(Rescue, LostTagsArePerhapsLost) {
    const auto report = rescue_without(pages_of("study_tag"));
    ASSERT_TRUE(report);
    expect_honest(*report);
    EXPECT_NE(with_loss(report, "perhaps tags"), nullptr);
}

TEST_F(Rescue, NotesThatNeitherTableNorIndexStillNamesArePerhapsLost) {
    std::vector<std::size_t> gone = pages_of("note");
    const auto index = pages_of("note_by_study");
    gone.insert(gone.end(), index.begin(), index.end());
    const auto report = rescue_without(gone);
    ASSERT_TRUE(report);
    expect_honest(*report);
    EXPECT_NE(with_loss(report, "perhaps notes"), nullptr);
}

TEST_F(Rescue, ALostRecordTakesTheVerdictButNotThatTheStudyCameToItsEnd) {
    const auto report = rescue_without(pages_of("study_record"));
    ASSERT_TRUE(report);
    EXPECT_NE(with_loss(report, "its verdict and how it ended"), nullptr);
    const auto before = open_library(path_);
    const auto after = open_library(damaged_);
    const auto was = before->studies();
    const auto now = after->studies();
    ASSERT_EQ(was->size(), now->size());
    for (const StudyRow& row : *now) {
        const auto old = std::find_if(
            was->begin(), was->end(), [&](const StudyRow& each) { return each.uuid == row.uuid; });
        ASSERT_NE(old, was->end());
        EXPECT_EQ(old->interrupted, row.interrupted) << row.title;
    }
}

// A file that SQLite wrote anew has other roots than the one that rows were put into one by one.
TEST_F(Rescue, UsualRootsAreNotGuessedAgainstTheSchemaThatIsLeft) {
    const std::string path = folder_.file("anew.sqlite");
    {
        const auto database = Database::open(path_);
        ASSERT_TRUE(database->execute("CREATE TABLE filler(x)"));
        ASSERT_TRUE(database->execute("DROP INDEX note_by_run"));
        ASSERT_TRUE(database->execute("CREATE INDEX note_by_run ON note(run_id)"));
        ASSERT_TRUE(database->execute("VACUUM INTO '" + path + "'"));
    }
    const std::string bytes = read_text(path);
    const auto roots = PageFile::open(path)->roots();
    int leaves = 0;
    for (std::size_t page = 2; page < roots.size(); ++page) {
        if (roots[page] != 1) {
            continue;
        }
        SCOPED_TRACE("page " + std::to_string(page));
        ++leaves;
        damaged_ = folder_.file("damaged" + std::to_string(page) + ".sqlite");
        write_text(damaged_,
                   std::string(bytes).replace((page - 1) * kPage, kPage, std::string(kPage, 'Z')));
        const auto report = rescue(damaged_);
        ASSERT_TRUE(report) << describe(report.error());
        expect_honest(*report);
        EXPECT_THAT(report->lost, IsEmpty());
    }
    EXPECT_GE(leaves, 2);
}

TEST_F(Rescue, ZerosThatAreNeitherSmallestNorLargestAreNoSamples) {
    const std::string path = folder_.file("sum.sqlite");
    {
        const auto library = open_library(path);
        ingest_text(*library, record(0), record_of(example_lines(uuid_of(0))));
    }
    {
        const auto database = Database::open(path);
        ASSERT_TRUE(database->execute("UPDATE value_chunk SET sum = sum + 1 WHERE level = 0"));
    }
    const auto report = rescue(path, {.whatever_it_is = true});
    ASSERT_TRUE(report);
    EXPECT_NE(with_loss(*report, "samples of"), nullptr);
}

TEST_F(Rescue, AHistogramOfNothingIsNoHistogram) {
    const std::string path = folder_.file("histogram.sqlite");
    {
        const auto library = open_library(path);
        ingest_text(*library, record(0), record_of(example_lines(uuid_of(0))));
    }
    {
        const auto database = Database::open(path);
        ASSERT_GT(*database->number("SELECT count(*) FROM histogram"), 0);
        ASSERT_TRUE(database->execute("UPDATE histogram SET count = zeroblob(length(count))"));
    }
    const auto report = rescue(path, {.whatever_it_is = true});
    ASSERT_TRUE(report);
    EXPECT_NE(with_loss(*report, "histogram"), nullptr);
}

}  // namespace
}  // namespace throughline::store
