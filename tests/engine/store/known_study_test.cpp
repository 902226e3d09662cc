// SPDX-License-Identifier: Apache-2.0
// Goal: of two records of one uuid a library holds one, never a mixture, and says so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "engine/store/library.h"
#include "tests/engine/store/study_fixture.h"

namespace throughline::store {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

class KnownStudy : public ::testing::Test {
protected:
    IngestReport ingest(const std::vector<record::Line>& lines, std::size_t count = SIZE_MAX) {
        return ingest_text(*library_, record_, record_of(lines, count));
    }
    Result<IngestReport> try_ingest(const std::vector<record::Line>& lines) {
        write_text(record_, record_of(lines));
        return library_->ingest(record_);
    }
    std::string print() { return fingerprint(*library_->load(1)); }

    const TemporaryDirectory folder_;
    const std::string record_ = folder_.file("a.tlrun");
    const std::unique_ptr<Library> library_ = open_library(folder_.file("library.sqlite"));
};

/// The lines with another end of their first run that ended.
std::vector<record::Line> with_other_figures() {
    auto lines = example_lines();
    for (record::Line& line : lines) {
        if (auto* const ended = std::get_if<record::RunEnded>(&line)) {
            ended->metrics["images_per_second"].value = 4242.0;
            return lines;
        }
    }
    return lines;
}

std::vector<record::Line> with_other_samples() {
    auto lines = example_lines();
    for (record::Line& line : lines) {
        if (auto* const sample = std::get_if<record::Sample>(&line)) {
            sample->metrics["images_per_second"] += 1.0;
        }
    }
    return lines;
}

TEST_F(KnownStudy, OtherFiguresAreRefusedAndNamed) {
    ingest(example_lines());
    const std::string before = print();

    const auto again = try_ingest(with_other_figures());

    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, ErrorCode::Usage);
    EXPECT_THAT(again.error().what,
                HasSubstr("as study 1, with different figures (they differ in run 1: "));
    EXPECT_THAT(again.error().what, HasSubstr("images_per_second is "));
    EXPECT_THAT(again.error().what, HasSubstr(" there and 4242 here"));
    EXPECT_EQ(print(), before);
}

TEST_F(KnownStudy, HalfARecordIsNotGoneOnWithByAnother) {
    const auto lines = example_lines();
    for (std::size_t count = 4; count < lines.size(); count += 7) {
        const TemporaryDirectory folder;
        const auto library = open_library(folder.file("library.sqlite"));
        ingest_text(*library, folder.file("a.tlrun"), record_of(lines, count));
        const record::Study half = *library->load(1);
        if (half.runs.empty() || half.runs[0].samples.empty()) {
            continue;  // nothing yet that could differ
        }
        const std::string before = fingerprint(half);
        write_text(folder.file("b.tlrun"), record_of(with_other_samples()));

        const auto whole = library->ingest(folder.file("b.tlrun"));

        ASSERT_FALSE(whole) << "after " << count << " lines";
        EXPECT_THAT(whole.error().what, HasSubstr("its samples differ"));
        EXPECT_EQ(fingerprint(*library->load(1)), before);
    }
}

TEST_F(KnownStudy, EachBeginningIsGoneOnWithToTheWhole) {
    const auto lines = example_lines();
    const TemporaryDirectory other;
    const auto at_once = open_library(other.file("library.sqlite"));
    ingest_text(*at_once, other.file("a.tlrun"), record_of(lines));
    for (std::size_t count = 1; count <= lines.size(); ++count) {
        const auto report = ingest(lines, count);
        EXPECT_EQ(report.lines_new, 1) << count;
        EXPECT_EQ(ingest(lines, count).lines_new, 0) << count;
    }
    EXPECT_EQ(print(), fingerprint(*at_once->load(1)));
    EXPECT_EQ(ingest(lines, 5).lines_new, 0);
    EXPECT_EQ(print(), fingerprint(*at_once->load(1)));
}

/// A study that was stopped in its last run and finished later: as the record says in the end.
TEST_F(KnownStudy, ARunThatWasStoppedGivesWayToTheOneMeasuredAgain) {
    auto lines = example_lines();
    record::Study stopped;
    {
        ingest(lines);
        stopped = *library_->load(1);
    }
    const TemporaryDirectory folder;
    const auto library = open_library(folder.file("library.sqlite"));
    record::Study first = stopped;
    first.lines = 0;
    first.runs.back().status = record::RunStatus::Stopped;
    first.runs.back().samples.resize(2);
    first.runs.back().metrics.clear();
    first.runs.back().started.at = "2026-11-21T09:00:00.000Z";
    ASSERT_TRUE(library->add(first, "a"));
    ASSERT_TRUE(library->change(1, {.note = "kept"}));
    record::Study finished = stopped;
    finished.lines = 0;
    record::RunData further = finished.runs.back();
    further.started.run = 99;
    finished.runs.push_back(further);
    finished.verdict->sentence = "Another one.";

    const auto report = library->add(finished, "a");

    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_GT(report->lines_new, 0);
    const auto row = library->study(1);
    EXPECT_EQ(row->note, "kept");
    EXPECT_EQ(row->verdict, "Another one.");
    EXPECT_EQ(row->run_count, static_cast<std::int64_t>(finished.runs.size()));
    const auto study = library->load(1);
    for (const record::RunData& run : finished.runs) {
        const auto stored =
            std::find_if(study->runs.begin(), study->runs.end(), [&](const record::RunData& each) {
                return each.started.run == run.started.run;
            });
        ASSERT_NE(stored, study->runs.end());
        EXPECT_EQ(stored->samples.size(), run.samples.size());
        EXPECT_EQ(stored->started.at, run.started.at);
        EXPECT_EQ(stored->status, run.status);
    }
}

// The importer was mended since: the same file now gives other figures.
TEST_F(KnownStudy, AnImportedFileThatIsReadOtherwiseNowReplacesWhatWasRead) {
    auto lines = example_lines();
    std::get<record::Header>(lines[0]).origin = record::Origin::Imported;
    ingest(lines);
    ASSERT_TRUE(library_->change(1, {.title = "Mine", .tags = {{"kept"}}}));
    auto study = *library_->load(1);
    study.runs[0].metrics["images_per_second"].value = 4242.0;
    study.lines = 0;

    const auto report = library_->add(study, "a.json");

    ASSERT_TRUE(report) << describe(report.error());
    EXPECT_TRUE(report->replaced);
    EXPECT_EQ(report->study_id, 1);
    EXPECT_EQ(library_->load(1)->runs[0].metrics.at("images_per_second").value, 4242.0);
    EXPECT_EQ(library_->study(1)->title, "Mine");
    EXPECT_THAT(library_->study(1)->tags, SizeIs(1));
    EXPECT_FALSE(library_->add(*library_->load(1), "a.json")->replaced);
}

// As other programs write JSON: keys in another order, blanks, 4 for 4.0.
TEST_F(KnownStudy, ARecordWrittenAnewByAnotherProgramIsTheSame) {
    ingest(example_lines());
    std::string text = record_of(example_lines());
    for (std::size_t at = text.find(".0,"); at != std::string::npos; at = text.find(".0,", at)) {
        text.erase(at, 2);
    }
    for (std::size_t at = text.find("\":"); at != std::string::npos; at = text.find("\":", at)) {
        text.insert(at + 2, " ");
        at += 3;
    }
    EXPECT_EQ(ingest_text(*library_, record_, text).lines_new, 0);
}

TEST_F(KnownStudy, ManyChangesAreAllMadeOrNone) {
    ingest(example_lines());
    ingest_text(*library_,
                folder_.file("b.tlrun"),
                record_of(example_lines("22222222-2222-4333-8444-555555555555")));

    EXPECT_FALSE(library_->change_all({{1, {.note = "x"}}, {77, {.note = "x"}}}));
    EXPECT_FALSE(library_->set_in_bin(std::vector<std::int64_t>{1, 77}, true));

    EXPECT_EQ(library_->study(1)->note, "");
    EXPECT_THAT(*library_->studies(), SizeIs(2));
    EXPECT_TRUE(library_->change_all({{1, {.note = "x"}}, {2, {.note = "y"}}}));
    EXPECT_TRUE(library_->set_in_bin(std::vector<std::int64_t>{1, 2}, true));
    EXPECT_EQ(library_->study(2)->note, "y");
    EXPECT_THAT(*library_->studies(true), SizeIs(2));
}

}  // namespace
}  // namespace throughline::store
