// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/accelerator_utilisation.h"

#include <gtest/gtest.h>

namespace throughline::metrics {
namespace {

// One H100 of the benchmark's ResNet-50 table: 1,024 files of 1,251 records, batch 400, 0.224 s a
// batch, five epochs: 3,586.9 s of compute. A run of 3,985 s would just pass its mark of 90 %.
TEST(AcceleratorUtilisation, FollowsTheRulesOfTheStorageBenchmark) {
    constexpr double kEpochSeconds = 1024.0 * 1251 / 400 * 0.224;
    EXPECT_NEAR(*accelerator_utilisation_percent(
                    {.compute_seconds = 5 * kEpochSeconds, .running_seconds = 3985.0}),
                90.01,
                0.01);
}

TEST(AcceleratorUtilisation, IsTheMeanOverAccelerators) {
    // Two compute all the time, two half of it.
    EXPECT_DOUBLE_EQ(*accelerator_utilisation_percent(
                         {.compute_seconds = 30.0, .running_seconds = 10.0, .accelerators = 4}),
                     75.0);
}

TEST(AcceleratorUtilisation, NoTimeHasNone) {
    EXPECT_FALSE(accelerator_utilisation_percent({.running_seconds = 0.0}));
}

}  // namespace
}  // namespace throughline::metrics
