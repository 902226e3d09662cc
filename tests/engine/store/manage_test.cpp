// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "engine/record/read_record.h"
#include "engine/store/library.h"
#include "tests/engine/store/study_fixture.h"

namespace throughline::store {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

class Manage : public ::testing::Test {
protected:
    IngestReport ingest(const std::string& text) {
        return ingest_text(*library_, folder_.file("study.tlrun"), text);
    }

    const TemporaryDirectory folder_;
    const std::string path_ = folder_.file("library.sqlite");
    std::unique_ptr<Library> library_ = open_library(path_);
    const std::string out_ = folder_.file("out.tlrun");
};

TEST_F(Manage, NewTitleStaysWhenTheRecordGrows) {
    const auto lines = example_lines();
    const auto begun = ingest(record_of(lines, 20));

    ASSERT_TRUE(library_->rename(begun.study_id, "before the new disk"));
    ingest(record_of(lines));

    EXPECT_EQ(library_->study(begun.study_id)->title, "before the new disk");
}

TEST_F(Manage, BinHidesAStudyAndGivesItBackWhole) {
    const auto report = ingest(record_of(example_lines()));
    const std::string before = fingerprint(*library_->load(report.study_id));

    ASSERT_TRUE(library_->set_in_bin(report.study_id, true));
    EXPECT_THAT(*library_->studies(), IsEmpty());
    EXPECT_THAT(*library_->studies(true), SizeIs(1));
    ASSERT_TRUE(library_->set_in_bin(report.study_id, false));

    EXPECT_THAT(*library_->studies(), SizeIs(1));
    EXPECT_THAT(*library_->studies(true), IsEmpty());
    EXPECT_EQ(fingerprint(*library_->load(report.study_id)), before);
}

TEST_F(Manage, RecordOfABinnedStudyStaysInTheBinAndSaysSo) {
    const std::string text = record_of(example_lines());
    const auto report = ingest(text);
    ASSERT_TRUE(library_->set_in_bin(report.study_id, true));

    const auto again = ingest(text);

    EXPECT_TRUE(again.in_bin);
    EXPECT_THAT(*library_->studies(), IsEmpty());
}

TEST_F(Manage, PurgingTheBinRemovesAllOfItAndNothingElse) {
    const auto gone = ingest(record_of(long_lines(10'000, "gone")));
    const auto kept = ingest(record_of(example_lines("kept")));
    ASSERT_TRUE(library_->set_in_bin(gone.study_id, true));

    const auto purged = library_->purge_bin();

    ASSERT_TRUE(purged);
    EXPECT_EQ(*purged, 1);
    EXPECT_THAT(*library_->studies(true), IsEmpty());
    EXPECT_TRUE(library_->load(kept.study_id));
    EXPECT_EQ(library_->load(gone.study_id).error().code, ErrorCode::NotFound);
    library_.reset();
    EXPECT_EQ(integrity_of(path_), "ok");
    EXPECT_LT(std::filesystem::file_size(path_), 180'000U);  // its 240 kB went back to the disk
}

TEST_F(Manage, PurgedStudyCanBeIngestedAgain) {
    const std::string text = record_of(example_lines());
    ASSERT_TRUE(library_->set_in_bin(ingest(text).study_id, true));
    ASSERT_TRUE(library_->purge_bin());

    const auto again = ingest(text);

    EXPECT_GT(again.lines_new, 0);
    EXPECT_FALSE(again.in_bin);
}

TEST_F(Manage, UnknownStudyIsNotFoundByAnyName) {
    EXPECT_EQ(library_->study(7).error().code, ErrorCode::NotFound);
    EXPECT_EQ(library_->runs(7).error().code, ErrorCode::NotFound);
    EXPECT_EQ(library_->header(7).error().code, ErrorCode::NotFound);
    EXPECT_EQ(library_->notes(7).error().code, ErrorCode::NotFound);
    EXPECT_EQ(library_->verdict(7).error().code, ErrorCode::NotFound);
    EXPECT_EQ(library_->series_metrics(7).error().code, ErrorCode::NotFound);
    EXPECT_EQ(library_->histograms(7).error().code, ErrorCode::NotFound);
    EXPECT_EQ(library_->rename(7, "x").error().code, ErrorCode::NotFound);
    EXPECT_EQ(library_->set_in_bin(7, true).error().code, ErrorCode::NotFound);
    EXPECT_EQ(library_->export_record(7, out_).error().code, ErrorCode::NotFound);
    EXPECT_FALSE(std::filesystem::exists(out_));
}

TEST_F(Manage, NewestStudyComesFirst) {
    for (const char* day : {"2026-11-20", "2026-11-22", "2026-11-21"}) {
        auto lines = example_lines(day);
        std::get<record::Header>(lines.front()).started_at = std::string(day) + "T10:00:00.000Z";
        ingest(record_of(lines));
    }

    const auto studies = library_->studies();

    ASSERT_TRUE(studies);
    ASSERT_THAT(*studies, SizeIs(3));
    EXPECT_EQ(studies->at(0).uuid, "2026-11-22");
    EXPECT_EQ(studies->at(1).uuid, "2026-11-21");
    EXPECT_EQ(studies->at(2).uuid, "2026-11-20");
}

TEST_F(Manage, ExportOfAFinishedStudyIsTheRecordByteForByte) {
    const std::string text = record_of(example_lines());
    const auto report = ingest(text);

    ASSERT_TRUE(library_->export_record(report.study_id, out_));

    EXPECT_EQ(read_text(out_), text);
}

// Goal: wherever a record was cut, its export reads as an equal study. Method: each prefix.
TEST_F(Manage, ExportOfAnInterruptedStudyReadsAsAnEqualStudy) {
    const std::size_t lines = example_lines().size();
    for (std::size_t count = 1; count < lines; ++count) {
        const auto report = ingest(record_of(example_lines(std::to_string(count)), count));
        const auto original = record::read_record(folder_.file("study.tlrun"));

        ASSERT_TRUE(library_->export_record(report.study_id, out_));
        const auto exported = record::read_record(out_);

        ASSERT_TRUE(original && exported) << count;
        EXPECT_FALSE(exported->damage) << count;
        EXPECT_EQ(fingerprint(exported->study), fingerprint(original->study)) << count;
    }
}

TEST_F(Manage, ExportOfInterleavedRunsReadsAsAnEqualStudy) {
    auto lines = example_lines();
    // Two runs at once, as an observer or a merged record has them: run 2 starts before run 1 ends.
    std::rotate(lines.begin() + 6, lines.begin() + 16, lines.begin() + 20);
    const auto report = ingest(record_of(lines));
    const auto original = record::read_record(folder_.file("study.tlrun"));
    ASSERT_TRUE(original);
    ASSERT_FALSE(original->damage) << original->damage->text;

    ASSERT_TRUE(library_->export_record(report.study_id, out_));

    EXPECT_EQ(fingerprint(record::read_record(out_)->study), fingerprint(original->study));
}

TEST_F(Manage, ExportTakesTheNewTitleAlong) {
    const auto report = ingest(record_of(example_lines()));
    ASSERT_TRUE(library_->rename(report.study_id, "for the report"));

    ASSERT_TRUE(library_->export_record(report.study_id, out_));

    EXPECT_EQ(record::read_record(out_)->study.header.title, "for the report");
}

TEST_F(Manage, ExportIntoAFolderThatIsMissingSaysSo) {
    const auto report = ingest(record_of(example_lines()));

    const auto exported = library_->export_record(report.study_id, folder_.file("none/out.tlrun"));

    ASSERT_FALSE(exported);
    EXPECT_EQ(exported.error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace throughline::store
