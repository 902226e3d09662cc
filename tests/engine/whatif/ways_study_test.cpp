// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/ways_study.h"

#include <gtest/gtest.h>

#include "engine/record/touched.h"

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
    study.runs = {way_run("none",
                          "reads",
                          {{"epoch_seconds{epoch=1}", 1.65},
                           {"epoch_seconds{epoch=2}", 1.57},
                           {"epoch_seconds{epoch=3}", 1.67},
                           {"epoch_fetched_bytes{epoch=1}", 66e6},
                           {"time_to_first_batch", 0.09}}),
                  way_run("disk",
                          "reads",
                          {{"epoch_seconds{epoch=1}", 1.70},
                           {"epoch_seconds{epoch=2}", 0.29},
                           {"epoch_seconds{epoch=3}", 0.28},
                           {"epoch_hit_share{epoch=2}", 100.0},
                           {"time_to_first_batch", 0.09}}),
                  way_run("disk",
                          "before",
                          {{"epoch_seconds{epoch=1}", 0.30},
                           {"epoch_seconds{epoch=2}", 0.28},
                           {"time_to_epoch_end{epoch=1}", 1.95},
                           {"time_to_first_batch", 1.70}})};
    return study;
}

TEST(WaysStudy, TakesTheTimesOfEachWay) {
    const auto ways = ways_in(ways_record());

    ASSERT_TRUE(ways) << describe(ways.error());
    EXPECT_DOUBLE_EQ(ways->data_bytes, 66e6);
    EXPECT_DOUBLE_EQ(ways->measured.stream_s, 1.65);
    EXPECT_DOUBLE_EQ(ways->measured.local_s, 0.29);
    EXPECT_DOUBLE_EQ(ways->measured.copy_s, 1.65);
    EXPECT_DOUBLE_EQ(ways->measured.fill_s, 1.70);
    EXPECT_NEAR(ways->measured.local_first_s, 0.05, 1e-9);
    ASSERT_TRUE(ways->check);
    EXPECT_DOUBLE_EQ(ways->check->predicted_s, 0.29);
    EXPECT_NEAR(ways->check->measured_s, 0.285, 1e-9);
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
    EXPECT_EQ(ways_sentence(answer),
              "Copying first pays from 1.2 epochs on, against streaming. For 1 epoch the fastest "
              "is: stream. For 2 epochs the fastest is: copy first.");
    EXPECT_NE(ways_json(*ways, answer).find("\"fastest\": \"streamed\""), std::string::npos);
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

}  // namespace
}  // namespace throughline::whatif
