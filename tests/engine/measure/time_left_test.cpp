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
    EXPECT_DOUBLE_EQ(measured[0], study.header.plan.seconds);
    EXPECT_LT(measured[1], measured[0]);
    EXPECT_LT(measured[2], measured[0]);
    EXPECT_GT(measured[2], 0.0);
    EXPECT_LT(measured[3], measured[2]);
}

}  // namespace
}  // namespace throughline::measure
