// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "tests/engine/measure/run_study.h"

namespace throughline::measure {
namespace {

// Goal: a study of whole epochs tells how long it will take while it runs, too.
TEST_F(RunStudy, WholeEpochsHaveATimeThatIsLeft) {
    set("duration_seconds=0");
    set("warmup_seconds=0");
    set("epochs=2");
    sweep("decode.threads=1,2");
    std::map<std::string, std::vector<double>> left;
    StudyOptions options;
    options.on_progress = [&](const StudyProgress& progress) {
        left[progress.phase].push_back(progress.seconds_left);
    };
    const record::Study study = measure(options);
    const std::vector<double>& measured = left["measured"];
    ASSERT_EQ(measured.size(), 4U) << "two epochs of two runs";
    EXPECT_NEAR(measured[0], study.header.plan.seconds, 1e-6);
    EXPECT_LT(measured[1], measured[0]);
    EXPECT_LT(measured[2], measured[0]);
    EXPECT_GT(measured[2], 0.0);
    EXPECT_LT(measured[3], measured[2]);
    const std::vector<double>& between = left["drain"];
    ASSERT_EQ(between.size(), 2U) << "once between the epochs of each run";
    EXPECT_LT(between[0], measured[0]);
    EXPECT_GT(between[0], 0.0);
    EXPECT_LE(measured[1], between[0]);
    EXPECT_GE(measured[2], between[1]);
}

// Goal: a run of a duration that evicts between its epochs is not over while it does.
TEST_F(RunStudy, EvictionBetweenEpochsLeavesTheTimeThatIsLeft) {
    set("duration_seconds=2");
    set("page_cache=cold");
    set("storage.direct=false");
    std::vector<double> between;
    StudyOptions options;
    options.on_progress = [&](const StudyProgress& progress) {
        if (std::string(progress.phase) == "drain") {
            between.push_back(progress.seconds_left);
        }
    };
    measure(options);
    ASSERT_FALSE(between.empty());
    EXPECT_GT(between.front(), 0.0);
    EXPECT_LT(between.front(), 10.0);
}

}  // namespace
}  // namespace throughline::measure
