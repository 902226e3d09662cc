// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/measured_interval.h"

#include <gtest/gtest.h>

#include "engine/spec/choices.h"

namespace throughline::measure {
namespace {

/// In which 100 batches came to a consumer whose thread was busy all the time.
PipelineInterval ten_seconds() {
    PipelineInterval interval;
    interval.length = std::chrono::seconds(10);
    interval.images_delivered = 900;
    interval.batches = 100;
    interval.consume.busy = interval.length;
    return interval;
}

// Goal: a thread that wakes up late makes no accelerator busier. Method: ten seconds in which the
// consumer's thread never starved, but nine seconds of the schedule were worked off; the last batch
// was half full.
TEST(MeasuredInterval, EmulatedAcceleratorComputesByItsSchedule) {
    const PipelineInterval interval = ten_seconds();
    pipeline::PipelineOptions options;
    options.batch_images = 10;
    options.consumer.kind = spec::ConsumerKind::Paced;
    options.consumer.batch_seconds = 0.1;
    EXPECT_DOUBLE_EQ(pipeline_rates(interval, options).at("accelerator_utilisation"), 90.0);
    EXPECT_DOUBLE_EQ(pipeline_totals(interval, options).at("step_time"), 0.09);

    options.consumer.accelerators = 2;
    EXPECT_DOUBLE_EQ(pipeline_rates(interval, options).at("accelerator_utilisation"), 45.0);
    EXPECT_DOUBLE_EQ(pipeline_totals(interval, options).at("step_time"), 0.09);

    options.stages = spec::Stages::Decode;  // which ends at a consumer that computes nothing
    EXPECT_FALSE(pipeline_rates(interval, options).contains("accelerator_utilisation"));
    EXPECT_DOUBLE_EQ(pipeline_totals(interval, options).at("step_time"), 0.1);
}

TEST(MeasuredInterval, GpuComputesByItsEvents) {
    PipelineInterval interval = ten_seconds();
    interval.gpus.push_back({.copied_bytes = 1, .step_time = std::chrono::seconds(2)});
    pipeline::PipelineOptions options;
    options.consumer.kind = spec::ConsumerKind::Gpu;
    EXPECT_DOUBLE_EQ(pipeline_rates(interval, options).at("accelerator_utilisation"), 20.0);
    EXPECT_DOUBLE_EQ(pipeline_totals(interval, options).at("step_time"), 0.02);
}

}  // namespace
}  // namespace throughline::measure
