// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "engine/store/database.h"
#include "engine/store/library.h"
#include "tests/engine/store/study_fixture.h"

namespace throughline::store {
namespace {

using ::testing::Each;
using ::testing::Ge;
using ::testing::Le;

class EnvelopeTest : public ::testing::Test {
protected:
    /// Rates that go up and down, so that no extreme stands at a cell's edge.
    std::int64_t ingest(std::size_t samples) {
        auto lines = long_lines(samples);
        for (record::Line& line : lines) {
            if (auto* sample = std::get_if<record::Sample>(&line)) {
                sample->metrics["images_per_second"] = std::fmod(sample->t_s * 37.0, 1009.0);
            }
        }
        const auto report = ingest_text(*library_, folder_.file("study.tlrun"), record_of(lines));
        const auto runs = library_->runs(report.study_id);
        EXPECT_TRUE(runs && !runs->empty());
        return runs && !runs->empty() ? runs->front().id : 0;
    }
    Envelope envelope(std::int64_t run, std::string_view key, const Stretch& stretch = {}) {
        auto envelope = library_->envelope(run, key, stretch);
        EXPECT_TRUE(envelope) << (envelope ? "" : describe(envelope.error()));
        return envelope ? *std::move(envelope) : Envelope{};
    }
    void change(const std::string& sql) {
        const auto database = Database::open(path_);
        ASSERT_TRUE(database);
        ASSERT_TRUE(database->execute(sql.c_str()));
    }

    const TemporaryDirectory folder_;
    const std::string path_ = folder_.file("library.sqlite");
    std::unique_ptr<Library> library_ = open_library(path_);
};

// Goal: a report since boot is no second of a measurement, in a short log and in one of buckets.
// Method: the same lines as an imported study, and as one that was measured here.
TEST_F(EnvelopeTest, WhatAnImporterCallsWarmUpIsLeftOut) {
    for (const auto& [samples, cells] : {std::pair<std::size_t, std::size_t>{50, 100},
                                         std::pair<std::size_t, std::size_t>{20'000, 150}}) {
        for (const record::Origin origin : {record::Origin::Imported, record::Origin::Measured}) {
            auto lines = long_lines(samples);
            std::get<record::Header>(lines.front()).origin = origin;
            std::get<record::Header>(lines.front()).study =
                "a-" + std::to_string(samples) + record::name_of(origin);
            std::int64_t warm_up = 0;
            for (record::Line& line : lines) {
                auto* sample = std::get_if<record::Sample>(&line);
                if (sample != nullptr && sample->phase == record::Phase::Warmup) {
                    sample->metrics["images_per_second"] = 1e9;  // since boot
                    ++warm_up;
                }
            }
            ASSERT_GT(warm_up, 0);
            const auto report = ingest_text(*library_, folder_.file("s.tlrun"), record_of(lines));
            const auto runs = library_->runs(report.study_id);
            ASSERT_TRUE(runs && !runs->empty());

            const Envelope got = envelope(runs->front().id, "images_per_second", {.cells = cells});

            const bool imported = origin == record::Origin::Imported;
            EXPECT_EQ(got.left_out, imported ? warm_up : 0);
            ASSERT_FALSE(got.high.empty());
            EXPECT_EQ(*std::max_element(got.high.begin(), got.high.end()) < 1e9, imported);
            EXPECT_EQ(got.samples, static_cast<std::int64_t>(samples) - (imported ? warm_up : 0));
        }
    }
}

TEST_F(EnvelopeTest, FewSamplesComeOneByOne) {
    const std::int64_t run = ingest(5000);

    const Envelope all = envelope(run, "images_per_second", {.cells = 5000});

    const auto series = library_->series(run, "images_per_second");
    ASSERT_TRUE(series);
    EXPECT_EQ(all.lines_of_cell, 1);
    EXPECT_EQ(all.t_s, series->t_s);
    EXPECT_EQ(all.phases, series->phases);
    EXPECT_EQ(all.repeats, series->repeats);
    EXPECT_EQ(all.mean, series->values);
    EXPECT_EQ(all.low, series->values);
    EXPECT_EQ(all.high, series->values);
}

struct Case {
    std::size_t lines;
    std::size_t cells;
    const char* key;
};

class EnvelopeCells : public EnvelopeTest, public ::testing::WithParamInterface<Case> {};

// Goal: no extreme of a run is lost on the way to the screen. Method: the cells against what the
// raw samples of the same lines give, read line by line and from buckets.
TEST_P(EnvelopeCells, HoldWhatTheirSamplesHold) {
    const auto [lines, cells, key] = GetParam();
    const std::int64_t run = ingest(lines);
    const auto series = library_->series(run, key);
    ASSERT_TRUE(series);

    const Envelope got = envelope(run, key, {.cells = cells});

    ASSERT_LE(got.mean.size(), cells);
    EXPECT_GE(got.mean.size(), cells / 2) << "far fewer cells than were asked for";
    EXPECT_EQ(got.samples, static_cast<std::int64_t>(series->values.size()));
    std::size_t next = 0;
    for (std::size_t cell = 0; cell < got.mean.size(); ++cell) {
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        double sum = 0.0;
        double count = 0.0;
        const auto cell_of = [&](std::size_t i) {
            // A line is a second long and ends at half past it.
            return static_cast<std::int64_t>(series->t_s[i] - 0.5) / got.lines_of_cell;
        };
        for (const std::int64_t own = cell_of(next);
             next < series->values.size() && cell_of(next) == own;
             ++next) {
            low = std::min(low, series->values[next]);
            high = std::max(high, series->values[next]);
            sum += series->values[next];
            ++count;
        }
        ASSERT_EQ(got.low[cell], low) << "cell " << cell;
        ASSERT_EQ(got.high[cell], high) << "cell " << cell;
        ASSERT_DOUBLE_EQ(got.mean[cell], sum / count) << "cell " << cell;
        ASSERT_LT(got.t_s[cell], series->t_s[next - 1] + 0.5);
    }
    EXPECT_EQ(next, series->values.size());
}

INSTANTIATE_TEST_SUITE_P(
    Sizes,
    EnvelopeCells,
    ::testing::Values(Case{5000, 1000, "images_per_second"},   // read line by line
                      Case{20'000, 150, "images_per_second"},  // of buckets and a rest
                      Case{20'480, 20, "images_per_second"},   // of buckets alone
                      Case{20'000, 150, "epoch"}),             // on every third line
    [](const auto& one) {
        return std::string(one.param.key) + "_" + std::to_string(one.param.lines) + "_in_" +
               std::to_string(one.param.cells);
    });

struct StretchCase {
    std::size_t cells;
    std::int64_t whole_lines;
};

class EnvelopeStretch : public EnvelopeTest, public ::testing::WithParamInterface<StretchCase> {};

// Goal: a stretch can take the place of coarser cells without a sample lost or counted twice.
// Method: it begins and ends with them, and has the samples of all that it touches.
TEST_P(EnvelopeStretch, HasWholeCellsOfTheCoarserOne) {
    const auto [cells, whole_lines] = GetParam();
    const std::int64_t run = ingest(20'000);
    const auto series = library_->series(run, "images_per_second");
    ASSERT_TRUE(series);
    const Stretch stretch{
        .from_s = 9'000.2, .to_s = 11'100.2, .cells = cells, .whole_lines = whole_lines};

    const Envelope part = envelope(run, "images_per_second", stretch);

    EXPECT_EQ(part.first_line % whole_lines, 0);
    EXPECT_EQ(part.end_line % whole_lines, 0);
    EXPECT_LE(part.first_line, 9'000);
    EXPECT_GT(part.end_line, 11'099);
    EXPECT_EQ(part.samples, part.end_line - part.first_line);
    EXPECT_LT(part.samples, 2'100 + 2 * (whole_lines + 64));
    EXPECT_THAT(part.lines, Each(Ge(part.first_line)));
    EXPECT_THAT(part.lines, Each(Le(part.end_line - 1)));
    const auto first = series->values.begin() + part.first_line;
    const auto end = series->values.begin() + part.end_line;
    EXPECT_EQ(*std::min_element(part.low.begin(), part.low.end()), *std::min_element(first, end));
    EXPECT_EQ(*std::max_element(part.high.begin(), part.high.end()), *std::max_element(first, end));
}

INSTANTIATE_TEST_SUITE_P(Finenesses,
                         EnvelopeStretch,
                         ::testing::Values(StretchCase{20'000, 1},
                                           StretchCase{20'000, 256},
                                           StretchCase{300, 256},  // several lines each
                                           StretchCase{20, 256}),  // of buckets
                         [](const auto& one) {
                             return std::to_string(one.param.cells) + "_in_units_of_" +
                                    std::to_string(one.param.whole_lines);
                         });

// Goal: a rate that held for longer counts for more. Method: steps of 1 s at 1,000 and of 10 s at
// 100, as a log has them whose pace changed, line by line and from buckets.
TEST_F(EnvelopeTest, TheMeanIsByTime) {
    std::vector<record::Line> lines = long_lines(8192);
    double t_s = 0.0;
    std::size_t line = 0;
    for (record::Line& one : lines) {
        if (auto* sample = std::get_if<record::Sample>(&one)) {
            const bool slow = line++ % 2 == 1;
            sample->dt_s = slow ? 10.0 : 1.0;
            sample->t_s = t_s += sample->dt_s;
            sample->metrics["images_per_second"] = slow ? 100.0 : 1000.0;
        }
    }
    const auto report = ingest_text(*library_, folder_.file("pace.tlrun"), record_of(lines));
    const std::int64_t run = library_->runs(report.study_id)->front().id;

    for (const std::size_t cells : {4096U, 64U}) {
        const Envelope got = envelope(run, "images_per_second", {.cells = cells});

        for (const double mean : got.mean) {
            ASSERT_NEAR(mean, (1000.0 + 10 * 100.0) / 11.0, 1e-9) << cells;
        }
    }
}

TEST_F(EnvelopeTest, StretchWithoutSamplesIsEmpty) {
    const std::int64_t run = ingest(100);

    EXPECT_TRUE(envelope(run, "images_per_second", {.from_s = 1e6, .to_s = 2e6}).t_s.empty());
    EXPECT_TRUE(envelope(run, "gpu_power{gpu=0}").t_s.empty());
}

TEST_F(EnvelopeTest, LibraryWithoutBucketsShowsTheSame) {
    const std::int64_t run = ingest(20'000);
    const Envelope with = envelope(run, "images_per_second", {.cells = 150});

    change("DELETE FROM value_chunk WHERE level = 1; DELETE FROM time_chunk WHERE level = 1");
    const Envelope without = envelope(run, "images_per_second", {.cells = 150});

    EXPECT_EQ(with.low, without.low);
    EXPECT_EQ(with.high, without.high);
    EXPECT_EQ(with.t_s, without.t_s);
    ASSERT_EQ(with.mean.size(), without.mean.size());
    for (std::size_t i = 0; i < with.mean.size(); ++i) {
        ASSERT_DOUBLE_EQ(with.mean[i], without.mean[i]);
    }
}

class DamagedBuckets : public EnvelopeTest, public ::testing::WithParamInterface<const char*> {};

TEST_P(DamagedBuckets, AreAnErrorNotACrash) {
    const std::int64_t run = ingest(20'000);
    change(GetParam());

    const auto got = library_->envelope(run, "images_per_second", {.cells = 20});

    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().code, ErrorCode::Format);
}

INSTANTIATE_TEST_SUITE_P(Columns,
                         DamagedBuckets,
                         ::testing::Values("UPDATE value_chunk SET present = NULL WHERE level = 1",
                                           "UPDATE value_chunk SET present = x'01' WHERE level = 1",
                                           "UPDATE value_chunk SET value = x'0102' WHERE level = 1",
                                           "UPDATE time_chunk SET t_s = x'01' WHERE level = 1"));

}  // namespace
}  // namespace throughline::store
