// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/ways_study.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/record/touched.h"
#include "engine/whatif/ways_cost.h"

namespace throughline::whatif {
namespace {

record::RunData way_run(const std::string& kind,
                        const std::string& fill,
                        const std::map<std::string, double>& figures) {
    record::RunData run;
    run.status = record::RunStatus::Done;
    run.started.settings = {{"cache.kind", kind}, {"cache.fill", fill}};
    for (const auto& [key, value] : figures) {
        run.metrics[key] = {.value = value};
    }
    return run;
}

/// As `run --ways` wrote it: 66 MB in an emulated store.
record::Study ways_record() {
    record::Study study;
    study.header.title = "ways";
    study.header.study = "uuid-of-ways";
    study.runs = {way_run("none",
                          "reads",
                          {{"epoch_seconds{epoch=1}", 1.65},
                           {"epoch_seconds{epoch=2}", 1.57},
                           {"epoch_seconds{epoch=3}", 1.67},
                           {"time_to_epoch_end{epoch=1}", 1.65},
                           {"time_to_epoch_end{epoch=2}", 3.22},
                           {"time_to_epoch_end{epoch=3}", 4.89},
                           {"epoch_fetched_bytes{epoch=1}", 66e6},
                           {"time_to_first_batch", 0.09}}),
                  way_run("disk",
                          "reads",
                          {{"epoch_seconds{epoch=1}", 1.70},
                           {"epoch_seconds{epoch=2}", 0.29},
                           {"epoch_seconds{epoch=3}", 0.28},
                           {"time_to_epoch_end{epoch=1}", 1.70},
                           {"time_to_epoch_end{epoch=2}", 1.99},
                           {"time_to_epoch_end{epoch=3}", 2.27},
                           {"epoch_hit_share{epoch=2}", 100.0},
                           {"epoch_hit_share{epoch=3}", 100.0},
                           {"time_to_first_batch", 0.09}}),
                  way_run("disk",
                          "before",
                          {{"epoch_seconds{epoch=1}", 0.30},
                           {"epoch_seconds{epoch=2}", 0.28},
                           {"epoch_seconds{epoch=3}", 0.29},
                           {"time_to_epoch_end{epoch=1}", 1.95},
                           {"time_to_epoch_end{epoch=2}", 2.23},
                           {"time_to_epoch_end{epoch=3}", 2.52},
                           {"time_to_first_batch", 1.70}})};
    for (std::size_t i = 0; i < study.runs.size(); ++i) {
        study.runs[i].started.run = static_cast<int>(i) + 1;
    }
    return study;
}

TEST(WaysStudy, TakesTheTimesOfEachWay) {
    const auto ways = ways_in(ways_record());

    ASSERT_TRUE(ways) << describe(ways.error());
    EXPECT_EQ(ways->uuid, "uuid-of-ways");
    EXPECT_DOUBLE_EQ(ways->data_bytes, 66e6);
    EXPECT_DOUBLE_EQ(ways->measured.stream_s, 1.65);
    EXPECT_DOUBLE_EQ(ways->measured.local_s, 0.29);
    EXPECT_DOUBLE_EQ(ways->measured.copy_s, 1.65);
    EXPECT_DOUBLE_EQ(ways->measured.fill_s, 1.70);
    EXPECT_NEAR(ways->measured.local_first_s, 0.05, 1e-9);
    EXPECT_EQ(ways->measured.local_reads, 1.0) << "nobody says otherwise";
    EXPECT_FALSE(ways->requests_per_byte) << "it read from no object store";
    EXPECT_EQ(ways->store, "");

    record::Study study = ways_record();
    study.runs[2].metrics["stage_blocked{stage=storage}"] = {.value = 90.0};
    EXPECT_NEAR(ways_in(study)->measured.local_reads, 0.1, 1e-9);

    record::RunData& streamed = study.runs[0];
    streamed.started.settings["storage.store"] = std::string("aws-s3:latency=10ms");
    streamed.metrics["http_requests_per_second"] = {.value = 110.0};
    streamed.metrics["http_throttled_per_second"] = {.value = 10.0};
    streamed.metrics["epoch_fetched_bytes{epoch=2}"] = {.value = 66e6};
    streamed.metrics["epoch_fetched_bytes{epoch=3}"] = {.value = 66e6};
    const auto counted = ways_in(study);
    ASSERT_TRUE(counted) << describe(counted.error());
    EXPECT_NEAR(*counted->requests_per_byte, 100.0 * 4.89 / 198e6, 1e-12);
    EXPECT_EQ(counted->store, "aws-s3");
    EXPECT_EQ(counted->measured.requests, 0.0) << "how it answered was not told";
    streamed.started.settings["storage.queue_depth"] = std::int64_t{16};
    streamed.started.settings["storage.threads"] = std::int64_t{2};
    streamed.metrics["http_first_byte_mean"] = {.value = 0.09};
    streamed.metrics["http_first_byte_p50"] = {.value = 0.06};
    streamed.metrics["http_body_mean"] = {.value = 0.01};
    const model::WaysInputs told = ways_in(study)->measured;
    EXPECT_NEAR(told.requests, 100.0 * 4.89 / 3.0, 1e-6);
    EXPECT_EQ(told.at_once, 32.0);
    EXPECT_NEAR(told.first_byte_share, 0.9, 1e-9);
    EXPECT_NEAR(told.first_byte_c2, 1.25, 1e-9);
}

// Goal: what is called tested was not fitted. The second and third epoch are predicted from the
// first ones alone, a cache's from those of the two other ways.
TEST(WaysStudy, LaterEpochsArePredictedFromTheFirstOnes) {
    const auto ways = ways_in(ways_record());

    ASSERT_TRUE(ways);
    ASSERT_EQ(ways->tests.size(), 3U);
    const WaysTest& cached = ways->tests[1];
    EXPECT_EQ(cached.way, Way::Cached);
    EXPECT_EQ(cached.run, 2);
    EXPECT_DOUBLE_EQ(cached.ends_s[0].error_pct(), 0.0) << "it is what the prediction begins with";
    EXPECT_DOUBLE_EQ(cached.ends_s[2].predicted, 1.70 + 2 * 0.30);
    EXPECT_NEAR(cached.between_s(2, 3).predicted, 0.30, 1e-9);
    EXPECT_NEAR(cached.between_s(2, 3).measured, 0.28, 1e-9);
    ASSERT_TRUE(cached.hit_ratio);
    EXPECT_EQ(*cached.hit_ratio, (Foretold{.measured = 1.0, .predicted = 1.0}));
    EXPECT_DOUBLE_EQ(ways->tests[0].ends_s[2].predicted, 3 * 1.65);
    EXPECT_DOUBLE_EQ(ways->tests[2].ends_s[2].predicted, 1.95 + 2 * 0.30);
    const auto score = score_of(*ways);
    ASSERT_TRUE(score);
    EXPECT_EQ(score->figures, 6U);
    EXPECT_NEAR(score->worst_error_pct, 100.0 * (0.30 / 0.28 - 1.0), 1e-6);
    EXPECT_GT(score->median_error_pct, 1.0);
    EXPECT_LT(score->median_error_pct, score->worst_error_pct);
    EXPECT_EQ(score->choices, 2U);
    EXPECT_EQ(score->right, 2U);
}

// Goal: a cache that holds half is predicted by its budget and its policy, not by what it did; and
// a run with other settings is no test of these ways.
TEST(WaysStudy, OtherCachesAreTestsAndOtherSettingsAreNone) {
    record::Study study = ways_record();
    record::RunData half = study.runs[1];
    half.started.run = 4;
    half.started.settings["cache.budget_bytes"] = std::int64_t{33000000};
    half.metrics["epoch_hit_share{epoch=3}"].value = 49.0;
    study.runs.push_back(half);
    half.started.run = 5;
    half.started.settings["cache.policy"] = std::string("lru");
    study.runs.push_back(half);
    half.started.settings["decode.threads"] = std::int64_t{4};
    study.runs.push_back(half);
    record::RunData brief = study.runs[1];
    brief.metrics.erase("time_to_epoch_end{epoch=2}");
    study.runs.push_back(brief);

    const auto ways = ways_in(study);

    ASSERT_TRUE(ways);
    ASSERT_EQ(ways->tests.size(), 5U);
    EXPECT_EQ(*ways->tests[3].hit_ratio, (Foretold{.measured = 0.49, .predicted = 0.5}));
    EXPECT_NEAR(ways->tests[3].between_s(1, 2).predicted, (1.65 + 0.30) / 2.0, 1e-9);
    EXPECT_LT(ways->tests[4].hit_ratio->predicted, 0.25) << "an LRU serves 15 % of such reads";
}

TEST(WaysStudy, WithoutASecondEpochNothingIsTested) {
    record::Study study = ways_record();
    for (record::RunData& run : study.runs) {
        run.metrics.erase("time_to_epoch_end{epoch=2}");
    }
    const auto ways = ways_in(study);
    ASSERT_TRUE(ways);
    EXPECT_TRUE(ways->tests.empty());
    EXPECT_FALSE(score_of(*ways));
    EXPECT_EQ(ways_test_text(*ways), "Not tested: no run has a second epoch.");
}

// Goal: who measured few requests is told that no prediction can be near.
TEST(WaysStudy, FewRequestsDifferByChance) {
    WaysStudy study = *ways_in(ways_record());
    EXPECT_FALSE(chance_pct_of(study)) << "its store told nothing";
    EXPECT_EQ(ways_chance_text(study), "");
    study.measured.requests = 80.0;
    study.measured.first_byte_c2 = 1.0;
    study.measured.first_byte_share = 0.9;
    EXPECT_NEAR(*chance_pct_of(study), 0.9 * 100.0 * std::sqrt(2.0 / 80.0), 1e-9);
    EXPECT_NE(ways_chance_text(study).find("with only 80 of them in an epoch, two epochs of "
                                           "streaming differ by 14 % by chance alone"),
              std::string::npos)
        << ways_chance_text(study);
    study.measured.requests = 80e3;
    EXPECT_EQ(ways_chance_text(study), "");
}

TEST(WaysStudy, TakesWholeResultsOnly) {
    const record::Study whole = ways_record();
    record::Study study = whole;
    for (const auto status : {record::RunStatus::Failed, record::RunStatus::Stopped}) {
        record::RunData broken = whole.runs[0];
        broken.status = status;
        broken.metrics["epoch_seconds{epoch=1}"].value = 99.0;
        study.runs.insert(study.runs.begin(), broken);
    }
    record::RunData alone = whole.runs[2];
    alone.started.settings["stages"] = "storage";
    alone.metrics["epoch_seconds{epoch=1}"].value = 99.0;
    study.runs.insert(study.runs.begin(), alone);
    record::RunData touched = whole.runs[1];
    touched.notes.push_back({.code = record::kTouchedCode});
    touched.metrics["epoch_seconds{epoch=1}"].value = 99.0;
    study.runs.insert(study.runs.begin(), touched);

    const auto ways = ways_in(study);
    ASSERT_TRUE(ways) << describe(ways.error());
    EXPECT_DOUBLE_EQ(ways->measured.stream_s, 1.65);
    EXPECT_DOUBLE_EQ(ways->measured.local_s, 0.29);
    EXPECT_DOUBLE_EQ(ways->measured.fill_s, 1.70);
    EXPECT_EQ(ways->tests.size(), 3U);

    study.runs = whole.runs;
    study.runs[0].status = record::RunStatus::Interrupted;
    EXPECT_EQ(ways_in(study).error().code, ErrorCode::Usage);
}

TEST(WaysStudy, AnswersForMoreDataAndASmallerCache) {
    const auto ways = ways_in(ways_record());
    const WaysAnswer answer =
        answer_ways(*ways, {.data_bytes = 660e6, .cache_bytes = 330e6, .epochs = {1.0, 2.0, 90.0}});

    EXPECT_DOUBLE_EQ(answer.times.streamed.later_epoch_s, 16.5);
    EXPECT_DOUBLE_EQ(answer.times.cached.hit_ratio, 0.5);
    EXPECT_DOUBLE_EQ(answer.times.cached.later_epoch_s, (16.5 + 2.9) / 2.0);
    EXPECT_NEAR(*answer.copy_pays_from, 16.5 / 13.6, 1e-9);
    EXPECT_EQ(answer.at[0].fastest, Way::Streamed);
    EXPECT_EQ(answer.at[2].fastest, Way::Copied);
    EXPECT_EQ(answer.fastest,
              (std::vector<FastestFrom>{{.epochs = 1.0, .way = Way::Streamed},
                                        {.epochs = 2.0, .way = Way::Copied}}));
    EXPECT_EQ(ways_sentence(answer),
              "Copying first pays from 1.2 epochs on, against streaming. Up to 1 epoch the fastest "
              "is: stream. From 2 epochs on the fastest is: copy first.");
    EXPECT_NE(ways_json(*ways, answer, {}).find("\"fastest\": \"streamed\""), std::string::npos);
}

// Goal: from which number of epochs on another way is ahead is that of looking at each of them.
TEST(WaysStudy, TheFastestWayOfEachNumberOfEpochsIsThatOfItsTimes) {
    const auto ways = ways_in(ways_record());
    WaysStudy study = *ways;
    for (const double copy_s : {0.0, 1.0, 40.0, 700.0}) {
        for (const double fill_s : {1.5, 2.0, 9.0}) {
            for (const double cache : {6e6, 33e6, 60e6, 66e6}) {
                study.measured.copy_s = copy_s;
                study.measured.fill_s = fill_s;
                const WaysAnswer answer =
                    answer_ways(study, {.cache_bytes = cache, .policy = model::TierPolicy::Lru});
                ASSERT_EQ(answer.fastest.front().epochs, 1.0);
                std::size_t at = 0;
                for (double epochs = 1.0; epochs <= 1000.0; epochs += 1.0) {
                    while (at + 1 < answer.fastest.size() &&
                           answer.fastest[at + 1].epochs <= epochs) {
                        ++at;
                    }
                    const double said = times_of(answer, answer.fastest[at].way).until_s(epochs);
                    for (const Way way : kWays) {
                        EXPECT_LE(said, times_of(answer, way).until_s(epochs) * (1.0 + 1e-9))
                            << copy_s << " " << fill_s << " " << cache << " " << epochs;
                    }
                }
            }
        }
    }
}

TEST(WaysStudy, OneWayMayBeTheFastestForAnyNumberOfEpochs) {
    WaysStudy study = *ways_in(ways_record());
    study.measured.local_s = 2.0;  // a disk that is slower than the store
    study.measured.fill_s = 1.7;
    const WaysAnswer answer = answer_ways(study, {});
    EXPECT_EQ(answer.fastest.size(), 1U);
    EXPECT_EQ(
        ways_sentence(answer),
        "Streaming is as fast as a disk here: a copy never pays. For any number of epochs the "
        "fastest is: stream.");
}

TEST(WaysStudy, WhatComparesNoWaysIsRefused) {
    record::Study none;
    EXPECT_EQ(ways_in(none).error().code, ErrorCode::Usage);
    record::Study half = ways_record();
    half.runs.pop_back();
    EXPECT_FALSE(ways_in(half));
    record::Study short_one = ways_record();
    short_one.runs[0].metrics.erase("epoch_fetched_bytes{epoch=1}");
    EXPECT_FALSE(ways_in(short_one));
}

// Goal: a record that was written by hand cannot make an answer of nonsense.
TEST(WaysStudy, OddFiguresOfARecordAreRefusedByName) {
    const auto why = [](std::size_t run, const char* key, double value) {
        record::Study study = ways_record();
        study.runs[run].metrics[key].value = value;
        const auto ways = ways_in(study);
        return ways ? std::string("answered") : ways.error().what;
    };
    EXPECT_EQ(why(2, "time_to_first_batch", 1.70), "answered");
    EXPECT_EQ(why(0, "time_to_first_batch", -1.0),
              "'ways' cannot be asked which way is the fastest: 'stream_first_s' is -1.00; it must "
              "be a number from 0 to 1e9");
    EXPECT_NE(why(1, "epoch_seconds{epoch=1}", 0.0).find("'fill_s' is 0"), std::string::npos);
    EXPECT_NE(why(0, "epoch_fetched_bytes{epoch=1}", 1e30).find("'data_bytes' is"),
              std::string::npos);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_NE(why(1, "epoch_seconds{epoch=1}", nan).find("'fill_s' is"), std::string::npos);
}

}  // namespace
}  // namespace throughline::whatif
