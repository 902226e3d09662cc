// SPDX-License-Identifier: Apache-2.0
// What must hold for any valid inputs, on random ones; a failure names its seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/random.h"
#include "engine/model/input_table.h"
#include "engine/model/interval.h"
#include "engine/model/predict.h"
#include "engine/model/queueing.h"

namespace throughline::model {
namespace {

constexpr int kCases = 3000;

double log_uniform(Random& random, double low, double high) {
    return low * std::pow(high / low, random.uniform());
}

/// A capacity: none in three of ten cases.
double capacity(Random& random, double low, double high) {
    return random.uniform() < 0.3 ? kUnlimited : log_uniform(random, low, high);
}

void draw_data(Random& random, Inputs& in) {
    in.image_bytes = log_uniform(random, 1e3, 1e7);
    in.images_per_epoch = std::floor(log_uniform(random, 1e2, 1e8));
    in.request_bytes = log_uniform(random, 4096.0, 1e7);
    in.sto_max_io_bytes = log_uniform(random, 4096.0, 1e6);
    in.meta_ops = std::floor(random.uniform(0.0, 4.0));
    in.read_amplification = random.uniform(1.0, 2.0);
    in.format = static_cast<Format>(random.below(2));
    in.access = static_cast<Access>(random.below(3));
    in.cache_policy = static_cast<CachePolicy>(random.below(3));
    in.cache_bytes = random.uniform() < 0.5
                         ? 0.0
                         : in.image_bytes * in.images_per_epoch * random.uniform(0.0, 1.5);
    in.cache_mix = random.uniform();
    in.cache_sharded = random.below(2) == 1;
    in.warm = random.below(4) != 0;
}

void draw_system(Random& random, Inputs& in) {
    in.sto_bw = capacity(random, 1e6, 1e11);
    in.sto_iops = capacity(random, 1e1, 1e7);
    in.sto_units = std::floor(random.uniform(1.0, 10.0));
    in.sto_conn_bw = capacity(random, 1e6, 1e9);
    in.sto_latency_s = random.uniform() < 0.1 ? 0.0 : log_uniform(random, 1e-5, 1e-1);
    in.sto_shared = random.below(2) == 1;
    in.sto_remote = random.below(2) == 1;
    in.client_bw = capacity(random, 1e7, 1e10);
    in.client_iops = capacity(random, 1e2, 1e6);
    in.queue_depth = std::floor(log_uniform(random, 1.0, 1024.0));
    in.link_bps = capacity(random, 1e9, 4e11);
    in.threads = std::floor(random.uniform(0.0, 64.0));
    in.cores = std::floor(random.uniform(1.0, 64.0));
    in.cpu_s_per_image = random.uniform() < 0.2 ? 0.0 : log_uniform(random, 1e-4, 1e-1);
    in.cpu_sigma = random.uniform(0.0, 0.1);
    in.nodes = std::floor(log_uniform(random, 1.0, 64.0));
    in.gpus_per_node = std::floor(random.uniform(0.0, 9.0));
    in.gpu_rate = capacity(random, 10.0, 1e5);
    in.gpu_sigma = random.uniform(0.0, 0.1);
    in.grad_bytes = random.uniform() < 0.5 ? 0.0 : log_uniform(random, 1e6, 1e9);
    in.overlap = random.uniform();
    in.allreduce = static_cast<AllReduce>(random.below(2));
    in.ps_nodes = std::floor(random.uniform(0.0, 8.0));
    in.ps_link_bps = capacity(random, 1e9, 1e11);
    in.h2d_bw = capacity(random, 1e8, 1e11);
    in.prefetch_batches = std::floor(random.uniform(0.0, 16.0));
    in.variability_c2 = random.uniform() < 0.2 ? 0.0 : random.uniform(0.1, 2.0);
}

Inputs draw(std::uint64_t seed) {
    Random random(seed);
    Inputs in;
    draw_data(random, in);
    draw_system(random, in);
    return in;
}

TEST(ModelProperties, TheRateNeverExceedsTheSmallestLimit) {
    for (std::uint64_t seed = 1; seed <= kCases; ++seed) {
        const Inputs in = draw(seed);
        ASSERT_FALSE(first_invalid(in)) << "seed " << seed;
        const Prediction prediction = predict(in);
        ASSERT_GE(prediction.images_per_s(), 0.0) << "seed " << seed;
        ASSERT_LE(prediction.images_per_s(), prediction.bound_images_per_s * (1.0 + 1e-9))
            << "seed " << seed;
        ASSERT_LE(prediction.rates.storage,
                  *std::min_element(prediction.rates.limits.begin(),
                                    prediction.rates.limits.begin() + 4) *
                      (1.0 + 1e-9))
            << "seed " << seed;
    }
}

// More of each of these can only help. GPUs and nodes are not among them: a law of scaling may turn
// down, and more nodes exchange more gradients.
TEST(ModelProperties, MoreOfAResourceNeverLowersTheRate) {
    constexpr std::array kResources{Input::StoBw,
                                    Input::StoIops,
                                    Input::StoUnits,
                                    Input::StoConnBw,
                                    Input::ClientBw,
                                    Input::ClientIops,
                                    Input::QueueDepth,
                                    Input::LinkBps,
                                    Input::Threads,
                                    Input::Cores,
                                    Input::GpuRate,
                                    Input::H2dBw,
                                    Input::PsLinkBps,
                                    Input::CacheBytes,
                                    Input::PrefetchBatches};
    for (std::uint64_t seed = 1; seed <= kCases; ++seed) {
        const Inputs in = draw(seed);
        const double before = rates_of(in).images_per_s;
        for (const Input input : kResources) {
            Inputs more = in;
            // Workers of their own are another regime than the training loop: not "more" of it.
            if (input == Input::Threads && in.threads == 0.0) {
                continue;
            }
            number_of(more, input) *= 1.5;
            ASSERT_GE(rates_of(more).images_per_s, before * (1.0 - 1e-9))
                << "seed " << seed << ", " << key_of(input);
        }
    }
}

TEST(ModelProperties, ACostlierImageNeverRaisesTheRate) {
    for (std::uint64_t seed = 1; seed <= kCases; ++seed) {
        const Inputs in = draw(seed);
        const double before = rates_of(in).images_per_s;
        for (const Input input : {Input::CpuSecondsPerImage,
                                  Input::StoLatency,
                                  Input::ReadAmplification,
                                  Input::TensorBytes,
                                  Input::GradBytes,
                                  Input::VariabilityC2}) {
            Inputs costlier = in;
            number_of(costlier, input) *= 1.5;
            ASSERT_LE(rates_of(costlier).images_per_s, before * (1.0 + 1e-9))
                << "seed " << seed << ", " << key_of(input);
        }
    }
}

// Units: the same system told in other units of bytes or of time gives the same answer.
TEST(ModelProperties, BytesAndSecondsScale) {
    constexpr std::array kBytes{Input::ImageBytes,
                                Input::TensorBytes,
                                Input::RequestBytes,
                                Input::StoBw,
                                Input::StoMaxIoBytes,
                                Input::StoConnBw,
                                Input::ClientBw,
                                Input::CacheBytes,
                                Input::LinkBps,
                                Input::PsLinkBps,
                                Input::GradBytes,
                                Input::H2dBw};
    constexpr std::array kPerSecond{Input::StoBw,
                                    Input::StoIops,
                                    Input::StoConnBw,
                                    Input::ClientBw,
                                    Input::ClientIops,
                                    Input::LinkBps,
                                    Input::PsLinkBps,
                                    Input::GpuRate,
                                    Input::H2dBw};
    constexpr std::array kSeconds{Input::StoLatency, Input::CpuSecondsPerImage, Input::HopLatency};
    for (std::uint64_t seed = 1; seed <= kCases; ++seed) {
        const Inputs in = draw(seed);
        const double before = rates_of(in).images_per_s;
        Inputs bytes = in;
        for (const Input input : kBytes) {
            number_of(bytes, input) *= 1024.0;
        }
        Inputs slower = in;
        for (const Input input : kPerSecond) {
            number_of(slower, input) /= 4.0;
        }
        for (const Input input : kSeconds) {
            number_of(slower, input) *= 4.0;
        }
        if (std::isinf(before)) {
            ASSERT_EQ(rates_of(bytes).images_per_s, before);
            continue;
        }
        ASSERT_NEAR(rates_of(bytes).images_per_s, before, before * 1e-9) << "seed " << seed;
        ASSERT_NEAR(rates_of(slower).images_per_s, before / 4.0, before * 1e-9) << "seed " << seed;
    }
}

TEST(ModelProperties, TheIntervalHoldsTheRateAndNeverIsNarrowerThanTheModelsOwn) {
    for (std::uint64_t seed = 1; seed <= kCases; ++seed) {
        const Inputs in = draw(seed);
        const Prediction prediction = predict(in);
        if (!prediction.has_finite_rate()) {
            continue;
        }
        const Interval interval = interval_of(in, prediction.images_per_s());
        ASSERT_LT(interval.low, prediction.images_per_s()) << "seed " << seed;
        ASSERT_GT(interval.high, prediction.images_per_s()) << "seed " << seed;
        ASSERT_GE(interval.log_sd, 0.05 * (1.0 - 1e-12)) << "seed " << seed;
        // Infinite where a little less data would fit into the cache and nothing else limits.
        ASSERT_FALSE(std::isnan(interval.log_sd)) << "seed " << seed;
    }
}

TEST(ModelProperties, NothingIsNotANumber) {
    // Zeros and missing limits in every pair of inputs: the corners where 0/0 and 0 x inf lurk.
    for (std::size_t i = 0; i < kNumberCount; ++i) {
        for (std::size_t j = 0; j < kNumberCount; ++j) {
            for (const double value : {0.0, kUnlimited}) {
                for (const double other : {0.0, 1.0, kUnlimited}) {
                    Inputs in;
                    in.nodes = 2.0;
                    in.sto_remote = true;
                    in.grad_bytes = 1e8;
                    in.validation_images = 10.0;
                    in.checkpoint_bytes = 1.0;
                    in.cache_bytes = 5e10;
                    number_of(in, static_cast<Input>(i)) = value;
                    number_of(in, static_cast<Input>(j)) = other;
                    if (first_invalid(in)) {
                        continue;
                    }
                    const Prediction out = predict(in);
                    const auto trace = std::string(key_of(static_cast<Input>(i))) + " " +
                                       key_of(static_cast<Input>(j));
                    ASSERT_FALSE(std::isnan(out.images_per_s())) << trace;
                    ASSERT_FALSE(std::isnan(out.rates.request_time_s)) << trace;
                    ASSERT_FALSE(std::isnan(out.bound_images_per_s)) << trace;
                    if (out.utilisation) {
                        ASSERT_FALSE(std::isnan(out.utilisation->disk_pct)) << trace;
                        ASSERT_FALSE(std::isnan(out.utilisation->cores_busy_per_node)) << trace;
                    }
                    if (out.job) {
                        ASSERT_FALSE(std::isnan(out.job->train_s)) << trace;
                        ASSERT_FALSE(std::isnan(out.job->train_usd)) << trace;
                        ASSERT_FALSE(std::isnan(out.job->time_to_first_batch_s)) << trace;
                    }
                }
            }
        }
    }
}

// 1 - 1/nodes is 1 in a double from some 1e16 nodes on: the sum would never end.
TEST(LruHitRatio, OfAnyNumberOfNodesEndsAndIsTheShareInTheLimit) {
    EXPECT_NEAR(lru_hit_ratio(0.5, 1e6), 0.5, 1e-5);
    EXPECT_NEAR(lru_hit_ratio(0.5, 1e9), 0.5, 1e-6);
    EXPECT_EQ(lru_hit_ratio(0.5, 1e17), 0.5);
    Inputs in;
    in.nodes = 1e17;
    in.cache_bytes = 5e10;
    in.gpu_rate = 600.0;
    EXPECT_TRUE(std::isfinite(rates_of(in).images_per_s));
}

}  // namespace
}  // namespace throughline::model
