// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/derive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/record/sample_means.h"
#include "tests/engine/record/record_fixture.h"

namespace throughline::analysis {
namespace {

using ::testing::HasSubstr;

std::map<std::string, double> rate(double images_per_second) {
    return {{"images_per_second", images_per_second}};
}

TEST(SummariseSamples, WeighsByTimeAndLeavesOutWhatWasNotMeasured) {
    record::RunData run;
    run.samples = {record::sample_of(1, 1.0, {{"images_per_second", 999.0}}, record::Phase::Warmup),
                   record::sample_of(1, 2.0, {{"images_per_second", 100.0}, {"read_await", 0.5}}),
                   record::sample_of(1, 5.0, {{"images_per_second", 200.0}}),
                   record::sample_of(1, 6.0, {{"images_per_second", 1.0}}, record::Phase::Drain)};
    run.samples[2].dt_s = 3.0;

    const record::Summaries summaries = record::summarise_samples(run);

    EXPECT_DOUBLE_EQ(summaries.at("images_per_second").value, (100.0 + 3 * 200.0) / 4.0);
    EXPECT_DOUBLE_EQ(summaries.at("read_await").value, 0.5);
}

// A busy second of 1000 reads and a second of 10: the mean over all reads.
TEST(SummariseSamples, WeighsFiguresOfARequestByTheRequests) {
    record::RunData run;
    run.samples = {
        record::sample_of(
            1, 1.0, {{"read_iops{device=a}", 1000.0}, {"read_await{device=a}", 0.010}}),
        record::sample_of(1, 2.0, {{"read_iops{device=a}", 10.0}, {"read_await{device=a}", 0.001}}),
        record::sample_of(1, 3.0, {{"read_iops{device=a}", 0.0}, {"read_await{device=b}", 0.5}})};
    const record::Summaries summaries = record::summarise_samples(run);
    EXPECT_DOUBLE_EQ(summaries.at("read_await{device=a}").value, 10.01 / 1010.0);
    EXPECT_DOUBLE_EQ(summaries.at("read_await{device=b}").value, 0.5);
}

TEST(SummariseSamples, OfNothingMeasuredIsNothing) {
    record::RunData run;
    run.samples = {record::sample_of(1, 1.0, {{"images_per_second", 9.0}}, record::Phase::Warmup)};
    EXPECT_TRUE(record::summarise_samples(run).empty());
}

TEST(Derive, GivesAFullRunItsCeilingsFedShareAndHeadroom) {
    record::Study study = record::study_of({record::run_of(1, "storage", 2, rate(800.0)),
                                            record::run_of(2, "decode", 2, rate(200.0)),
                                            record::run_of(3, "full", 2, rate(190.0))});

    derive(study);

    const auto& metrics = study.runs[2].metrics;
    EXPECT_DOUBLE_EQ(metrics.at("ceiling_images_per_second{stage=storage}").value, 800.0);
    EXPECT_DOUBLE_EQ(metrics.at("ceiling_images_per_second{stage=decode}").value, 200.0);
    EXPECT_DOUBLE_EQ(metrics.at("fed_share").value, 95.0);
    EXPECT_DOUBLE_EQ(metrics.at("headroom").value, 300.0);
    EXPECT_TRUE(study.runs[2].absent.empty());
    EXPECT_EQ(study.runs[0].metrics.size(), 1U);
}

TEST(Derive, ListsWhatItWouldEnterAndTouchesNothing) {
    record::Study study = record::study_of({record::run_of(1, "storage", 2, rate(800.0)),
                                            record::run_of(2, "decode", 2, rate(200.0)),
                                            record::run_of(3, "full", 2, rate(190.0))});
    const std::vector<DerivedFigures> derived = derived_figures(study);
    ASSERT_EQ(derived.size(), 3U);
    EXPECT_TRUE(derived[0].metrics.empty());
    EXPECT_DOUBLE_EQ(derived[2].metrics.at("fed_share").value, 95.0);
    EXPECT_EQ(study.runs[2].metrics.count("fed_share"), 0U);

    derive(study);
    EXPECT_TRUE(derived_figures(study)[2].metrics.empty()) << "they are there already";
}

record::Study gpu_study(const std::vector<record::RunData>& alone) {
    std::vector<record::RunData> runs = alone;
    runs.push_back(record::run_of(9, "full", 2, rate(750.0)));
    runs.back().metrics["ceiling_images_per_second{stage=consumer}"] =
        record::Summary{.value = 1000.0, .low = 998.0, .high = 1002.0};
    for (record::RunData& run : runs) {
        run.started.settings["consumer.kind"] = std::string("gpu");
    }
    record::Study study = record::study_of(std::move(runs));
    derive(study);
    return study;
}

// Goal: a GPU run is a pair by itself. Method: nothing else was measured.
TEST(Derive, GivesAGpuRunItsShareOfTheGpusCeiling) {
    const record::Study study = gpu_study({});
    const record::RunData& run = study.runs.back();
    EXPECT_DOUBLE_EQ(run.metrics.at("gpu_fed_share").value, 75.0);
    EXPECT_FALSE(run.metrics.contains("fed_share")) << "storage and decode are not known";
    EXPECT_TRUE(run.metrics.at("ceiling_images_per_second{stage=consumer}").low)
        << "it keeps its interval";

    record::Study paced = record::study_of({record::run_of(1, "full", 2, rate(750.0))});
    paced.runs[0].started.settings["consumer.kind"] = std::string("paced");
    derive(paced);
    EXPECT_FALSE(paced.runs[0].metrics.contains("gpu_fed_share"));
    EXPECT_FALSE(paced.runs[0].absent.contains("gpu_fed_share"));
}

// Goal: the ceiling that the GPU's events have timed is not replaced by the host's clock.
TEST(Derive, CeilingOfAGpuIsTheOneItsEventsTimed) {
    const record::Study study = gpu_study({record::run_of(1, "storage", 2, rate(8000.0)),
                                           record::run_of(2, "decode", 2, rate(2000.0)),
                                           record::run_of(3, "consumer", 2, rate(990.0))});
    const auto& metrics = study.runs.back().metrics;
    EXPECT_DOUBLE_EQ(metrics.at("ceiling_images_per_second{stage=consumer}").value, 1000.0);
    EXPECT_DOUBLE_EQ(metrics.at("fed_share").value, 75.0);
}

TEST(Derive, MatchesCeilingsBySettingsThatMatter) {
    // The storage run was made at one thread; decode.threads says nothing about it.
    record::Study study = record::study_of({record::run_of(1, "storage", 1, rate(800.0)),
                                            record::run_of(2, "decode", 1, rate(100.0)),
                                            record::run_of(3, "decode", 2, rate(200.0)),
                                            record::run_of(4, "full", 2, rate(190.0))});
    derive(study);
    EXPECT_DOUBLE_EQ(study.runs[3].metrics.at("ceiling_images_per_second{stage=decode}").value,
                     200.0);

    record::Study other = record::study_of({record::run_of(1, "storage", 1, rate(800.0)),
                                            record::run_of(2, "decode", 2, rate(200.0)),
                                            record::run_of(3, "full", 2, rate(190.0))});
    other.runs[0].started.settings["storage.queue_depth"] = std::int64_t{1};
    derive(other);
    EXPECT_FALSE(other.runs[2].metrics.contains("fed_share"));
    EXPECT_EQ(other.runs[2].absent.at("fed_share"),
              "the storage stage was not measured alone with these settings");
    EXPECT_TRUE(other.runs[2].absent.contains("headroom"));
}

TEST(Derive, TakesTheCeilingMeasuredNearestBefore) {
    record::Study study = record::study_of({record::run_of(1, "storage", 1, rate(700.0)),
                                            record::run_of(2, "decode", 1, rate(100.0)),
                                            record::run_of(3, "storage", 1, rate(800.0)),
                                            record::run_of(4, "full", 1, rate(90.0)),
                                            record::run_of(5, "storage", 1, rate(900.0))});
    derive(study);
    EXPECT_DOUBLE_EQ(study.runs[3].metrics.at("ceiling_images_per_second{stage=storage}").value,
                     800.0);
}

TEST(Derive, ACeilingRunThatWasStoppedIsAReason) {
    record::Study study = record::study_of({record::run_of(1, "storage", 1, rate(800.0)),
                                            record::run_of(2, "decode", 1, rate(100.0)),
                                            record::run_of(3, "full", 1, rate(90.0))});
    study.runs[0].status = record::RunStatus::Stopped;
    derive(study);
    EXPECT_EQ(study.runs[2].absent.at("fed_share"), "the storage stage alone: run 1 was stopped");
}

TEST(Derive, ACeilingRunThatWasChangedWhileMeasuredIsAReason) {
    record::Study study =
        record::study_of({record::run_of(1, "storage", 2, {{"images_per_second", 8000.0}}),
                          record::run_of(2, "decode", 2, {{"images_per_second", 2000.0}}),
                          record::run_of(3, "full", 2, {{"images_per_second", 1900.0}})});
    study.runs[1].notes.push_back(
        {.run = 2, .code = record::kTouchedCode, .level = record::Level::Warning});
    derive(study);
    EXPECT_FALSE(study.runs[2].metrics.contains("fed_share"));
    EXPECT_EQ(study.runs[2].absent.at("ceiling_images_per_second{stage=decode}"),
              "the decode stage alone: run 2 was changed while it was measured");
}

TEST(Derive, APacedConsumerCountsAmongTheCeilings) {
    record::Study study = record::study_of({record::run_of(1, "storage", 1, rate(800.0)),
                                            record::run_of(2, "decode", 1, rate(400.0)),
                                            record::run_of(3, "consumer", 1, rate(100.0)),
                                            record::run_of(4, "full", 1, rate(100.0))});
    for (auto& run : study.runs) {
        run.started.settings["consumer.kind"] = std::string("paced");
        run.started.settings["consumer.batch_seconds"] = 0.64;
    }
    derive(study);
    EXPECT_DOUBLE_EQ(study.runs[3].metrics.at("fed_share").value, 100.0);
    EXPECT_DOUBLE_EQ(study.runs[3].metrics.at("headroom").value, 300.0);
}

TEST(Derive, ScalingIsAgainstTheFewestThreadsOfTheSameCurve) {
    record::Study study = record::study_of({record::run_of(1, "full", 4, rate(300.0)),
                                            record::run_of(2, "full", 1, rate(100.0)),
                                            record::run_of(3, "decode", 1, rate(150.0)),
                                            record::run_of(4, "storage", 1, rate(1000.0))});
    derive(study);
    EXPECT_DOUBLE_EQ(study.runs[0].metrics.at("speedup").value, 3.0);
    EXPECT_DOUBLE_EQ(study.runs[0].metrics.at("scaling_efficiency").value, 75.0);
    EXPECT_DOUBLE_EQ(study.runs[1].metrics.at("speedup").value, 1.0);
    EXPECT_FALSE(study.runs[2].metrics.contains("speedup"));
    EXPECT_FALSE(study.runs[3].metrics.contains("speedup"));
}

TEST(Derive, ScalingWithoutAFirstPointIsAbsentWithItsReason) {
    record::Study study = record::study_of(
        {record::run_of(1, "full", 1, rate(100.0)), record::run_of(2, "full", 2, rate(190.0))});
    study.runs[0].status = record::RunStatus::Failed;
    derive(study);
    EXPECT_EQ(study.runs[1].absent.at("speedup"),
              "the point with the fewest threads: run 1 failed");
}

TEST(Derive, TwiceChangesNothing) {
    record::Study study = record::study_of({record::run_of(1, "storage", 1, rate(800.0)),
                                            record::run_of(2, "full", 1, rate(90.0)),
                                            record::run_of(3, "full", 2, rate(150.0))});
    derive(study);
    const auto metrics = study.runs[2].metrics.size();
    const auto absent = study.runs[2].absent;
    derive(study);
    EXPECT_EQ(study.runs[2].metrics.size(), metrics);
    EXPECT_EQ(study.runs[2].absent, absent);
}

TEST(Derive, KeepsFiguresThatAnImportBrought) {
    record::RunData run;
    run.started.run = 1;
    run.started.settings["stages"] = std::string("full");
    run.status = record::RunStatus::Done;
    run.metrics["fed_share"] = record::Summary{.value = 88.0};
    record::Study study = record::study_of({run});
    derive(study);
    EXPECT_DOUBLE_EQ(study.runs[0].metrics.at("fed_share").value, 88.0);
    EXPECT_FALSE(study.runs[0].absent.contains("fed_share"));
}

/// Repeats of one second each.
record::RunData repeats_of(int number, const std::vector<double>& rates) {
    record::RunData run = record::run_of(number, "full", number, rate(rates.front()));
    run.started.settings["repeat_order"] = std::string("rounds");
    for (std::size_t i = 0; i < rates.size(); ++i) {
        run.samples.push_back(record::sample_of(number, 1.0, {{"images_per_second", rates[i]}}));
        run.samples.back().repeat = static_cast<int>(i) + 1;
    }
    return run;
}

// Goal: a drift that falls on both runs is not in their difference. Method: a machine that becomes
// slower from round to round, and a second run of 0.8, 0.8 and 0.83 times the first.
TEST(Derive, ComparesRunsInTurnsByTheirPairs) {
    record::Study study = record::study_of(
        {repeats_of(1, {1000.0, 500.0, 250.0}), repeats_of(2, {800.0, 400.0, 207.5})});

    derive(study);

    EXPECT_FALSE(study.runs[0].metrics.contains("paired_difference"));
    const record::Summary& difference = study.runs[1].metrics.at("paired_difference");
    EXPECT_NEAR(difference.value, -19.0, 1e-9);  // of -20, -20, -17
    EXPECT_EQ(difference.n, 3);
    // Student's t of 2 degrees of freedom is 4.303, the standard error of the mean 1.
    EXPECT_NEAR(*difference.low, -19.0 - 4.303, 1e-3);
    EXPECT_NEAR(*difference.high, -19.0 + 4.303, 1e-3);
}

TEST(Derive, ComparesNoPairsOfRunsOneAfterTheOther) {
    record::Study study =
        record::study_of({repeats_of(1, {1000.0, 500.0}), repeats_of(2, {800.0, 400.0})});
    study.runs[1].started.settings["repeat_order"] = std::string("points");

    derive(study);

    EXPECT_FALSE(study.runs[1].metrics.contains("paired_difference"));
}

}  // namespace
}  // namespace throughline::analysis
