// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/job_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace throughline::observe {
namespace {

std::string line(int batch, const char* speed) {
    return "INFO:root:Epoch[0] Batch [" + std::to_string(batch) + "]\tSpeed: " + speed +
           " samples/sec\taccuracy=0.100000\n";
}

TEST(JobLog, TellsTheRateOfWhatWasPrintedSinceItBegan) {
    JobLog log("train.log", {});
    log.take(line(20, "999.00"));
    log.begin();
    log.take(line(40, "100.00") + line(60, "50.00"));
    const LogRate rate = log.rate();
    ASSERT_TRUE(rate.images_per_second) << rate.missing;
    EXPECT_NEAR(*rate.images_per_second, 2.0 / (1.0 / 100.0 + 1.0 / 50.0), 1e-9);
    EXPECT_EQ(rate.rows, 2U);
}

TEST(JobLog, SaysWhyItHasNone) {
    JobLog none("train.log", {});
    none.begin();
    EXPECT_THAT(none.rate().missing, testing::HasSubstr("written nothing"));
    JobLog old("train.log", {});
    old.take(line(20, "999.00"));
    old.begin();
    EXPECT_THAT(old.rate().missing, testing::HasSubstr("no rate was printed"));
    JobLog strange("train.log", {});
    strange.begin();
    strange.take("hello\nworld\n");
    EXPECT_THAT(strange.rate().missing, testing::HasSubstr("known format"));
}

}  // namespace
}  // namespace throughline::observe
