// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/baseline_study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "engine/analysis/answer.h"
#include "engine/analysis/verdict.h"
#include "engine/base/language.h"
#include "engine/baseline/sizes.h"
#include "engine/catalog/catalog.h"
#include "engine/record/read_record.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::baseline {
namespace {

using ::testing::HasSubstr;

class BaselineStudy : public ::testing::Test {
protected:
    void SetUp() override { std::ofstream(file_) << std::string(16 * kMi, 'x'); }

    record::Study measure(const BaselineOptions& options) {
        auto plan = plan_baseline(options, &catalog::Catalog::built_in);
        EXPECT_TRUE(plan) << describe(plan.error());
        plan->timing = {
            .window_s = 0.1, .windows_before = 1, .windows_steady = 3, .windows_max = 4};
        if (options.writes) {  // of the reads those of 4 KiB will do
            std::erase_if(plan->cells, [](const Cell& cell) {
                return !cell.writes && cell.block_bytes != kPageBytes;
            });
        }
        plan->cell_write_bytes_max = 8 * kGi;  // the time ends them
        auto writer = record::RecordWriter::open({.path = record_, .overwrite = true});
        EXPECT_TRUE(writer);
        measure::RunControl control;
        const auto study = run_baseline(*plan, {}, data_.file("journal"), control, **writer);
        EXPECT_TRUE(study) << describe(study.error());
        EXPECT_TRUE((*writer)->close(static_cast<std::int64_t>(study->runs.size())));
        auto read = record::read_record(record_);
        EXPECT_TRUE(read);
        return std::move(read->study);
    }
    static const record::RunData& run_with(const record::Study& study, const std::string& pattern) {
        const auto run = std::ranges::find_if(study.runs, [&](const record::RunData& one) {
            return spec::text_or_empty(one.started.settings, "pattern") == pattern;
        });
        EXPECT_NE(run, study.runs.end()) << pattern;
        return *run;
    }

    fixtures::TemporaryFolder place_;
    fixtures::TemporaryFolder data_;
    const std::string file_ = place_.file("big");
    const std::string record_ = data_.file("baseline.tlrun");
};

TEST_F(BaselineStudy, HasARunForEachCellWithItsFigures) {
    const record::Study study = measure(
        {.path = file_,
         .axes = {.patterns = {"randread", "read"}, .blocks = {"4k", "64k"}, .depths = {1, 8}}});
    EXPECT_EQ(record::status_of(study), record::RunStatus::Done);
    ASSERT_EQ(study.runs.size(), 8U);
    for (const record::RunData& run : study.runs) {
        const double block =
            static_cast<double>(spec::integer_of(run.started.settings, "storage.block_bytes"));
        const double reads = run.metrics.at("read_requests_per_second").value;
        EXPECT_GT(reads, 0.0);
        EXPECT_NEAR(run.metrics.at("requested_read_bytes_per_second").value,
                    block * reads,
                    block * reads * 1e-9);
        const double mean = run.metrics.at("read_latency_mean").value;
        EXPECT_GT(mean, 0.0);
        EXPECT_LE(mean, run.metrics.at("read_latency_max").value);
        ASSERT_EQ(run.histograms.size(), 1U);
        EXPECT_EQ(run.histograms.front().metric, "read_latency");
        EXPECT_GE(run.samples.size(), 4U);
        EXPECT_EQ(run.samples.front().phase, record::Phase::Warmup);
        EXPECT_EQ(run.samples.back().phase, record::Phase::Measured);
    }
    EXPECT_TRUE(std::ranges::any_of(
        study.notes, [](const record::Note& note) { return note.code == "storage.drift"; }));
}

TEST_F(BaselineStudy, AnswersWhatTheStorageDelivers) {
    const record::Study study = measure({.path = file_, .axes = {.blocks = {"4k", "64k"}}});
    ASSERT_TRUE(study.verdict);
    EXPECT_THAT(study.verdict->sentence, HasSubstr("Reads reach "));
    EXPECT_THAT(study.verdict->sentence, HasSubstr("(64 KiB, random, depth 1)"));
    EXPECT_THAT(study.verdict->sentence, HasSubstr("One random read of 4 KiB at a time takes "));
    EXPECT_THAT(analysis::answer_of(study).headline, HasSubstr("Storage delivers up to "));
    const Speaking german(Language::German);
    const std::string said = analysis::spoken_verdict(study);
    EXPECT_THAT(said, HasSubstr("Lesen erreicht "));
    EXPECT_THAT(said, HasSubstr("(64\u00A0KiB, zufällig, Tiefe 1)"));
    EXPECT_THAT(said, HasSubstr("Ein einzelner zufälliger Lesezugriff auf 4\u00A0KiB dauert "));
}

TEST_F(BaselineStudy, ReadsThroughThePageCacheAreSaidToBe) {
    const record::Study study =
        measure({.path = file_, .axes = {.blocks = {"64k"}, .direct = false}});
    const record::RunData& run = study.runs.front();
    EXPECT_FALSE(spec::boolean_of(run.started.settings, "storage.direct"));
    EXPECT_TRUE(run.metrics.contains("cache_served_share") ||
                run.absent.contains("cache_served_share"));
    EXPECT_THAT(study.verdict->sentence, HasSubstr("All requests went through the page cache."));
}

TEST_F(BaselineStudy, WritesIntoAFolderOfItsOwnAndRemovesIt) {
    const auto before = std::filesystem::last_write_time(file_);
    const record::Study study = measure({.path = file_,
                                         .quick = true,
                                         .writes = true,
                                         .file_bytes = 16 * kMi,
                                         .metadata = {.files = 100, .file_bytes = 4096}});
    EXPECT_EQ(record::status_of(study), record::RunStatus::Done);
    const record::RunData& write = run_with(study, "write");
    EXPECT_GT(write.metrics.at("requested_write_bytes_per_second").value, 0.0);
    EXPECT_TRUE(write.metrics.contains("write_latency_mean"));
    EXPECT_FALSE(write.metrics.contains("read_latency_mean"));
    const record::RunData& metadata = run_with(study, "metadata");
    EXPECT_GT(metadata.metrics.at("create_per_second").value, 0.0);
    EXPECT_THAT(study.verdict->sentence, HasSubstr("Writes reach "));
    EXPECT_THAT(study.verdict->sentence, HasSubstr("Of small files "));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(place_.path()), {}), 1);
    EXPECT_TRUE(std::filesystem::is_empty(data_.file("journal")));
    EXPECT_EQ(std::filesystem::last_write_time(file_), before);
    EXPECT_EQ(std::filesystem::file_size(file_), 16 * kMi);
}

TEST_F(BaselineStudy, EmulatedVolumeIsNamed) {
    const record::Study study =
        measure({.path = file_,
                 .axes = {.blocks = {"16k"}, .depths = {32}},
                 .volume = {{"storage.volume", std::string("aws-gp2:100GiB")},
                            {"storage.volume_credits", std::string("empty")}}});
    const record::RunData& run = study.runs.front();
    EXPECT_EQ(spec::text_of(run.started.settings, "storage.volume"), "aws-gp2:100GiB");
    EXPECT_TRUE(std::ranges::any_of(
        run.notes, [](const record::Note& note) { return note.code == record::kVolumeNote; }));
    EXPECT_THAT(analysis::answer_of(study).headline, HasSubstr("emulated volume"));
}

TEST_F(BaselineStudy, HolesOfTheFileAreSaid) {
    std::filesystem::resize_file(file_, 64 * kMi);
    const record::Study study = measure({.path = file_, .axes = {.depths = {1}}});
    EXPECT_TRUE(std::ranges::any_of(
        study.notes, [](const record::Note& note) { return note.code == "storage.holes"; }));
}

}  // namespace
}  // namespace throughline::baseline
