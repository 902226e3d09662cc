// SPDX-License-Identifier: Apache-2.0
#include "engine/model/fit.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/random.h"
#include "engine/model/predict.h"

namespace throughline::model {
namespace {

Inputs local_drive() {
    Inputs in;
    in.format = Format::Raw;
    in.meta_ops = 0.0;
    in.request_bytes = 0x1p30;
    in.gpus_per_node = 0.0;
    in.sto_bw = 9e8;
    in.sto_iops = 11000.0;
    in.sto_latency_s = 1.6e-4;
    return in;
}

/// Rates of a drive over queue depths and image sizes, with noise of the given size.
std::vector<Observation> storage_sweep(const std::vector<double>& sizes, double noise) {
    Random random(7);
    std::vector<Observation> sweep;
    for (const double size : sizes) {
        for (const double depth : {1.0, 2.0, 4.0, 8.0, 32.0}) {
            Observation point{.inputs = local_drive()};
            point.inputs.image_bytes = size;
            point.inputs.queue_depth = depth;
            point.images_per_s =
                rates_of(point.inputs).images_per_s * std::exp(noise * random.normal());
            // Where a search would start: off by a third and more.
            point.inputs.sto_bw = 6e8;
            point.inputs.sto_iops = 15000.0;
            point.inputs.sto_latency_s = 3e-4;
            sweep.push_back(point);
        }
    }
    return sweep;
}

constexpr std::array kStorage{Input::StoBw, Input::StoIops, Input::StoLatency};

TEST(FitInputs, FindsBandwidthIopsAndLatencyFromTwoImageSizes) {
    const auto fit = fit_inputs(storage_sweep({20000.0, 400000.0}, 0.0), kStorage);

    ASSERT_TRUE(fit.inputs[0].measurable && fit.inputs[1].measurable && fit.inputs[2].measurable);
    EXPECT_NEAR(fit.inputs[0].value, 9e8, 9e4);
    EXPECT_NEAR(fit.inputs[1].value, 11000.0, 1.0);
    EXPECT_NEAR(fit.inputs[2].value, 1.6e-4, 1e-7);
}

TEST(FitInputs, OneImageSizeDoesNotTellBandwidthFromIops) {
    const auto fit = fit_inputs(storage_sweep({100000.0}, 0.0), kStorage);

    EXPECT_NE(fit.inputs[0].measurable, fit.inputs[1].measurable);
    EXPECT_TRUE(fit.inputs[2].measurable);
}

TEST(FitInputs, WhatNeverLimitsIsNotMeasurable) {
    auto sweep = storage_sweep({100000.0}, 0.0);
    for (auto& point : sweep) {
        point.inputs.cpu_s_per_image = 1e-6;
    }
    const std::array free{Input::StoBw, Input::StoLatency, Input::CpuSecondsPerImage};
    const auto fit = fit_inputs(sweep, free);
    EXPECT_TRUE(fit.inputs[0].measurable);
    EXPECT_FALSE(fit.inputs[2].measurable);
    EXPECT_FALSE(fit.inputs[2].range);
}

TEST(FitInputs, RangesHoldTheTruthAndWidenWithTheNoise) {
    const auto quiet = fit_inputs(storage_sweep({20000.0, 400000.0}, 0.01), kStorage);
    const auto noisy = fit_inputs(storage_sweep({20000.0, 400000.0}, 0.05), kStorage);

    ASSERT_TRUE(quiet.inputs[0].range && noisy.inputs[0].range);
    EXPECT_LT(noisy.inputs[0].range->low, 9e8);
    EXPECT_GT(noisy.inputs[0].range->high, 9e8);
    const auto width = [](const Fit& fit) {
        return std::log(fit.inputs[0].range->high / fit.inputs[0].range->low);
    };
    EXPECT_GT(width(noisy), 2.0 * width(quiet));
}

TEST(FitInputs, AsManyInputsAsObservationsHaveNoRange) {
    auto sweep = storage_sweep({20000.0}, 0.0);
    sweep.resize(1);
    const std::array free{Input::StoLatency};
    const auto fit = fit_inputs(sweep, free);
    EXPECT_TRUE(fit.inputs[0].measurable);
    EXPECT_FALSE(fit.inputs[0].range);
}

// The window fits while somebody waits: 1,000 rounds in a second. Generous here, since tests share
// the machine and may be sanitized.
TEST(FitInputs, AThousandRoundsTakeSecondsAtMost) {
    const auto sweep = storage_sweep({20000.0, 100000.0, 400000.0}, 0.03);
    const SteadyTime start = steady_now();
    const auto fit = fit_inputs(sweep, kStorage);
    RecordProperty("milliseconds", static_cast<int>(1e3 * in_seconds(steady_now() - start)));
    EXPECT_LT(in_seconds(steady_now() - start), 10.0);
    EXPECT_TRUE(fit.inputs[0].range);
}

}  // namespace
}  // namespace throughline::model
