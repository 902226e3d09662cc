// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/record/read_record.h"
#include "engine/store/columns.h"
#include "engine/store/database.h"
#include "engine/store/library.h"
#include "tests/engine/store/study_fixture.h"

namespace throughline::store {
namespace {

using ::testing::ElementsAre;

class Samples : public ::testing::Test {
protected:
    std::int64_t ingest(const std::vector<record::Line>& lines, std::size_t count = SIZE_MAX) {
        const auto report =
            ingest_text(*library_, folder_.file("study.tlrun"), record_of(lines, count));
        const auto runs = library_->runs(report.study_id);
        EXPECT_TRUE(runs);
        return runs && !runs->empty() ? runs->front().id : 0;
    }
    Series series(std::int64_t run_id, std::string_view key) {
        auto series = library_->series(run_id, key);
        EXPECT_TRUE(series) << (series ? "" : describe(series.error()));
        return series ? *std::move(series) : Series{};
    }
    std::int64_t number(const std::string& sql) {
        const auto database = Database::open(path_);
        EXPECT_TRUE(database);
        const auto value = database->number(sql);
        EXPECT_TRUE(value);
        return value ? *value : -1;
    }

    const TemporaryDirectory folder_;
    const std::string path_ = folder_.file("library.sqlite");
    std::unique_ptr<Library> library_ = open_library(path_);
};

TEST_F(Samples, SeriesHasTimesPhasesAndRepeatsBesideItsValues) {
    const std::int64_t run_id = ingest(example_lines());

    const Series series = this->series(run_id, "queue_fill{queue=encoded}");

    using enum record::Phase;
    EXPECT_THAT(series.values, ElementsAre(0.5, 1.0, 0.5, 1.0));  // seconds 2 and 4 of each repeat
    EXPECT_THAT(series.t_s, ElementsAre(2 * 1.0001, 4 * 1.0001, 5 + 2 * 1.0001, 5 + 4 * 1.0001));
    EXPECT_THAT(series.dt_s, ElementsAre(1.0001, 1.0001, 1.0001, 1.0001));
    EXPECT_THAT(series.phases, ElementsAre(Warmup, Measured, Warmup, Measured));
    EXPECT_THAT(series.repeats, ElementsAre(1, 1, 2, 2));
}

TEST_F(Samples, MetricsWithSamplesAreListed) {
    const std::int64_t run_id = ingest(example_lines());

    const auto keys = library_->series_metrics(run_id);

    ASSERT_TRUE(keys);
    EXPECT_THAT(
        *keys,
        ElementsAre(
            "disk_utilisation{device=vda}", "images_per_second", "queue_fill{queue=encoded}"));
}

TEST_F(Samples, MetricWithoutSamplesIsAnEmptySeriesAndUnknownRunAnError) {
    const std::int64_t run_id = ingest(example_lines());

    const Series none = series(run_id, "gpu_power{gpu=0}");
    const auto unknown = library_->series(run_id + 1000, "images_per_second");

    EXPECT_TRUE(none.t_s.empty());
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, ErrorCode::NotFound);
}

class ChunkBoundary : public Samples, public ::testing::WithParamInterface<std::size_t> {};

TEST_P(ChunkBoundary, SeriesComesBackWhole) {
    const std::size_t count = GetParam();
    const auto lines = long_lines(count);

    const std::int64_t run_id = ingest(lines);
    const Series all = series(run_id, "images_per_second");
    const Series third = series(run_id, "epoch");

    ASSERT_EQ(all.values.size(), count);
    ASSERT_EQ(third.values.size(), (count + 2) / 3);
    for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(all.t_s[i], static_cast<double>(i) + 0.5);
        ASSERT_EQ(all.values[i], static_cast<double>(i) + 100.0);
        ASSERT_EQ(all.phases[i], i < 10 ? record::Phase::Warmup : record::Phase::Measured);
    }
    for (std::size_t i = 0; i < third.values.size(); ++i) {
        ASSERT_EQ(third.t_s[i], static_cast<double>(3 * i) + 0.5);
        ASSERT_EQ(third.values[i], static_cast<double>(i));
    }
    const auto chunks = static_cast<std::int64_t>((count + kChunkValuesMax - 1) / kChunkValuesMax);
    EXPECT_EQ(number("SELECT count(*) FROM time_chunk WHERE level = 0"), chunks);
    EXPECT_EQ(number("SELECT max(count) <= 4096 FROM value_chunk"), count == 0 ? 0 : 1);
}

// Goal: appending to a chunk gives what writing it at once gives. Method: the record is ingested
// when it has about half of its lines, a line before and a line after a boundary, and at the end.
TEST_P(ChunkBoundary, GrowingRunIsStoredLikeAWholeOne) {
    const std::size_t count = GetParam();
    const auto lines = long_lines(count);

    for (const std::size_t part : {count / 2, kChunkValuesMax - 1, kChunkValuesMax + 1}) {
        ingest(lines, 2 + std::min(part, count));
    }
    const std::int64_t run_id = ingest(lines);

    EXPECT_EQ(series(run_id, "images_per_second").values.size(), count);
    const auto whole = record::read_record(folder_.file("study.tlrun"));
    const auto stored = library_->load(1);
    ASSERT_TRUE(whole && stored);
    EXPECT_EQ(fingerprint(*stored), fingerprint(whole->study));
    const auto values = static_cast<std::int64_t>(count + (count + 2) / 3);
    EXPECT_EQ(number("SELECT total(count) FROM value_chunk WHERE level = 0"), values);
}

INSTANTIATE_TEST_SUITE_P(Counts,
                         ChunkBoundary,
                         ::testing::Values(1, 4095, 4096, 4097, 8192, 10'000),
                         ::testing::PrintToStringParamName());

TEST_F(Samples, ChunkRowsKnowTheirExtremesAndSum) {
    ingest(long_lines(5000));

    const std::string of_rate =
        " FROM value_chunk JOIN metric_key k ON k.id = metric_id "
        "WHERE key = 'images_per_second' AND chunk = 1";
    const std::string of_full_chunk =
        " FROM value_chunk JOIN metric_key k ON k.id = metric_id "
        "WHERE key = 'images_per_second' AND chunk = 0 AND level = 1";

    EXPECT_EQ(number("SELECT min" + of_rate), 100 + 4096);
    EXPECT_EQ(number("SELECT max" + of_rate), 100 + 4999);
    EXPECT_EQ(number("SELECT count" + of_rate), 904);
    EXPECT_EQ(number("SELECT sum" + of_rate), 904 * (4196 + 5099) / 2);
    EXPECT_EQ(number("SELECT count" + of_full_chunk), 4096);
    EXPECT_EQ(number("SELECT sum" + of_full_chunk), 4096 * (100 + 4195) / 2);
}

TEST_F(Samples, ColumnThatDoesNotFitItsCountIsDamageNotACrash) {
    const std::int64_t run_id = ingest(long_lines(100));
    const auto database = Database::open(path_);
    ASSERT_TRUE(database);
    ASSERT_TRUE(database->execute("UPDATE value_chunk SET value = x'0102'"));

    const auto series = library_->series(run_id, "images_per_second");
    const auto study = library_->load(1);

    ASSERT_FALSE(series);
    EXPECT_EQ(series.error().code, ErrorCode::Format);
    ASSERT_FALSE(study);
    EXPECT_EQ(study.error().code, ErrorCode::Format);
}

}  // namespace
}  // namespace throughline::store
