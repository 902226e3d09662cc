// SPDX-License-Identifier: Apache-2.0
// The vectors of the functions that stand on their own.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "engine/model/bootstrap.h"
#include "engine/model/burst.h"
#include "engine/model/compare.h"
#include "engine/model/queueing.h"
#include "engine/model/search.h"
#include "engine/model/usl_fit.h"
#include "tests/engine/model/vector_file.h"

namespace throughline::model {
namespace {

std::vector<double> numbers(const nlohmann::json& json) {
    return json;
}

TEST(FunctionVectors, Smooth) {
    for (const auto& vector : vectors_of("smooth")) {
        const auto in = numbers(vector.input);
        EXPECT_TRUE(agrees(vector.expect, joined_rate(in[0], in[1], in[2]))) << vector.input;
    }
}

TEST(FunctionVectors, LruHit) {
    for (const auto& vector : vectors_of("lru_hit")) {
        const auto in = numbers(vector.input);
        EXPECT_TRUE(agrees(vector.expect, lru_hit_ratio(in[0], in[1]))) << vector.input;
    }
}

TEST(FunctionVectors, ClosedQueue) {
    for (const auto& vector : vectors_of("closed_queue")) {
        const auto in = numbers(vector.input);
        const auto queue = closed_queue(in[0], in[1], in[2]);
        EXPECT_TRUE(agrees(vector.expect[0], queue.requests_per_s)) << vector.input;
        EXPECT_TRUE(agrees(vector.expect[1], queue.request_time_s)) << vector.input;
    }
}

TEST(FunctionVectors, Usl) {
    for (const auto& vector : vectors_of("usl")) {
        const auto in = numbers(vector.input);
        EXPECT_TRUE(agrees(vector.expect, usl_speedup(in[0], in[1], in[2]))) << vector.input;
    }
}

TEST(FunctionVectors, BurstAverage) {
    for (const auto& vector : vectors_of("burst_average")) {
        const auto in = numbers(vector.input);
        const Burst burst{.baseline = in[0], .burst = in[1], .bucket = in[2]};
        EXPECT_TRUE(agrees(vector.expect, burst_average(burst, in[3]))) << vector.input;
    }
}

TEST(FunctionVectors, EbsLimits) {
    const std::vector<std::string> kinds{"gp2", "gp3", "io1", "st1"};
    for (const auto& vector : vectors_of("ebs_limits")) {
        SCOPED_TRACE(vector.input.dump());
        const auto kind = std::find(kinds.begin(), kinds.end(), vector.input[0]) - kinds.begin();
        EbsVolume volume{.kind = static_cast<EbsKind>(kind), .size_gib = vector.input[1]};
        if (vector.input.size() > 2) {
            volume.iops = vector.input[2].get<double>();
        }
        if (vector.input.size() > 3) {
            volume.mib_per_second = vector.input[3].get<double>();
        }
        const auto limits = ebs_limits(volume);
        EXPECT_TRUE(agrees(vector.expect[0], limits.bytes_per_s.baseline));
        EXPECT_TRUE(agrees(vector.expect[1], limits.bytes_per_s.burst));
        EXPECT_TRUE(agrees(vector.expect[2], limits.bytes_per_s.bucket));
        EXPECT_TRUE(agrees(vector.expect[3], limits.iops.baseline));
        EXPECT_TRUE(agrees(vector.expect[4], limits.iops.burst));
        EXPECT_TRUE(agrees(vector.expect[5], limits.iops.bucket));
    }
}

TEST(FunctionVectors, SplitMix64) {
    const auto vector = vectors_of("splitmix64").at(0);
    SplitMix64 random(vector.input.get<std::uint64_t>());
    for (const auto& expected : vector.expect) {
        EXPECT_EQ(expected, std::to_string(random.next()));
    }
}

TEST(FunctionVectors, UslFitAndItsBootstrap) {
    const auto vector = vectors_of("bootstrap_usl").at(0);
    const auto workers = numbers(vector.input.at("workers"));
    const auto rates = numbers(vector.input.at("images_per_s"));
    const double at = vector.input.at("at");
    std::vector<UslPoint> points;
    for (std::size_t i = 0; i < workers.size(); ++i) {
        points.push_back({workers[i], rates[i]});
    }

    const UslFit fit = fit_usl(points);
    const UslIntervals intervals = usl_intervals(points, fit, at);

    const auto& expect = vector.expect;
    EXPECT_TRUE(agrees(expect.at("r1"), fit.rate_of_one));
    EXPECT_TRUE(agrees(expect.at("sigma"), fit.sigma));
    EXPECT_TRUE(agrees(expect.at("kappa"), fit.kappa));
    EXPECT_TRUE(agrees(expect.at("at"), fit.rate_at(at)));
    EXPECT_TRUE(agrees(expect.at("r1_90")[0], intervals.rate_of_one.low));
    EXPECT_TRUE(agrees(expect.at("r1_90")[1], intervals.rate_of_one.high));
    EXPECT_TRUE(agrees(expect.at("sigma_90")[0], intervals.sigma.low));
    EXPECT_TRUE(agrees(expect.at("sigma_90")[1], intervals.sigma.high));
    EXPECT_TRUE(agrees(expect.at("kappa_90")[0], intervals.kappa.low));
    EXPECT_TRUE(agrees(expect.at("kappa_90")[1], intervals.kappa.high));
    EXPECT_TRUE(agrees(expect.at("at_90")[0], intervals.rate_at.low));
    EXPECT_TRUE(agrees(expect.at("at_90")[1], intervals.rate_at.high));
}

std::vector<std::size_t> order_of(const std::vector<Match>& matches) {
    std::vector<std::size_t> order;
    for (const auto& match : matches) {
        order.push_back(match.candidate);
    }
    return order;
}

TEST(FunctionVectors, Cheapest) {
    const auto vector = vectors_of("cheapest").at(0);
    std::vector<Inputs> candidates;
    for (const auto& candidate : vector.input.at("candidates")) {
        candidates.push_back(inputs_of(candidate));
    }
    const double target = vector.input.at("target");

    // The note of the vector: order_safe is asked for at 9,000 images/s.
    const auto order = order_of(cheapest(candidates, {.images_per_s = target}));
    const auto safe = order_of(cheapest(candidates, {.images_per_s = 9000.0, .safe = true}));

    EXPECT_EQ(vector.expect.at("order"), nlohmann::json(order));
    EXPECT_EQ(vector.expect.at("order_safe"), nlohmann::json(safe));
}

TEST(FunctionVectors, Crossover) {
    for (const auto& vector : vectors_of("crossover")) {
        SCOPED_TRACE(vector.expect.dump());
        const auto result = crossover(inputs_of(vector.input[0]), inputs_of(vector.input[1]));
        ASSERT_EQ(result.has_value(), !vector.expect.is_null());
        if (!result) {
            continue;
        }
        const auto& epochs = vector.expect.at("epochs");
        ASSERT_EQ(result->epochs.has_value(), !epochs.is_null());
        if (result->epochs) {
            EXPECT_TRUE(agrees(epochs, *result->epochs));
        }
        EXPECT_EQ(vector.expect.at("one"), result->one == Side::A ? "a" : "b");
        EXPECT_EQ(vector.expect.at("many"), result->many == Side::A ? "a" : "b");
    }
}

TEST(FunctionVectors, Scaling) {
    for (const auto& vector : vectors_of("scaling")) {
        std::vector<ScalingPoint> points;
        for (const auto& point : vector.input) {
            points.push_back({point[0], point[1]});
        }
        const auto results = scaling(points);
        for (std::size_t i = 0; i < points.size(); ++i) {
            EXPECT_TRUE(agrees(vector.expect[i][0], results[i].speedup));
            EXPECT_TRUE(agrees(vector.expect[i][1], results[i].efficiency));
        }
    }
}

TEST(FunctionVectors, Feedable) {
    for (const auto& vector : vectors_of("feedable")) {
        const auto in = numbers(vector.input);
        const auto result = feedable({.supply_images_per_s = in[0],
                                      .batch_seconds = in[1],
                                      .batch_images = in[2],
                                      .accelerator_utilisation_min = in[3]});
        EXPECT_TRUE(agrees(vector.expect[0], result.accelerators));
        ASSERT_TRUE(result.margin);
        EXPECT_NEAR(vector.expect[1].get<double>(), *result.margin, 5e-4);
    }
}

TEST(FunctionVectors, EveryKindHasATest) {
    const std::set<std::string> known{"predict",
                                      "smooth",
                                      "lru_hit",
                                      "closed_queue",
                                      "usl",
                                      "burst_average",
                                      "ebs_limits",
                                      "splitmix64",
                                      "bootstrap_usl",
                                      "cheapest",
                                      "crossover",
                                      "scaling",
                                      "feedable"};
    for (const auto& vector : vector_file().at("vectors")) {
        EXPECT_TRUE(known.contains(vector.at("kind"))) << vector.at("kind");
    }
}

}  // namespace
}  // namespace throughline::model
