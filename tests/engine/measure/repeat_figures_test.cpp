// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/repeat_figures.h"

#include <gtest/gtest.h>

#include <thread>

namespace throughline::measure {
namespace {

TEST(OtherCpu, IsWhatTheHostUsedWithoutThisProcess) {
    metrics::MetricValues values{{"cpu_utilisation", 100.0}, {"process_cpu_cores", 0.25}};
    add_other_cpu(values);
    EXPECT_DOUBLE_EQ(values.at("other_cpu_cores"), std::thread::hardware_concurrency() - 0.25);

    // The kernel counts in ticks, this process in nanoseconds.
    metrics::MetricValues idle{{"cpu_utilisation", 0.0}, {"process_cpu_cores", 0.01}};
    add_other_cpu(idle);
    EXPECT_EQ(idle.at("other_cpu_cores"), 0.0);

    metrics::MetricValues unknown{{"process_cpu_cores", 0.25}};
    add_other_cpu(unknown);
    EXPECT_EQ(unknown.count("other_cpu_cores"), 0U);
}

}  // namespace
}  // namespace throughline::measure
