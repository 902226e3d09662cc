// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/headline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace throughline::whatif {
namespace {

using ::testing::HasSubstr;

Resolved eight_gpus(double storage_bytes_per_s) {
    Resolved scenario = defaults();
    scenario.name = "disk";
    scenario.inputs.image_bytes = 100e3;
    scenario.inputs.sto_bw = storage_bytes_per_s;
    scenario.inputs.gpus_per_node = 8.0;
    scenario.inputs.gpu_rate = 1000.0;
    return scenario;
}

TEST(Headline, SaysRateLimitIdleTimeDifferenceAndPrice) {
    Resolved slow = eight_gpus(80e6);
    slow.inputs.node_usd_per_h = 22.0;
    const Answer base = answer(eight_gpus(160e6), defaults());
    const Answer disk = answer(slow, defaults());

    const Headline said = headline(disk, base);

    EXPECT_NEAR(*said.images_per_s.value, 800.0, 1.0);
    EXPECT_NEAR(*said.gpu_idle_pct.value, 90.0, 0.1);
    EXPECT_NEAR(*said.against_base_pct.value, -50.0, 0.1);
    EXPECT_DOUBLE_EQ(*said.usd_per_hour.value, 22.0);
    EXPECT_FALSE(said.storage_price_only);
    const std::string text = headline_text(disk, base);
    EXPECT_THAT(text, HasSubstr("limited by the storage bandwidth"));
    EXPECT_THAT(text, HasSubstr("50.0 % less than “disk”."));
    EXPECT_THAT(text, HasSubstr("The GPUs wait 90 % of the time. $22.0 per hour."));
}

// Who hears "162 % more" wants to know than what.
TEST(Headline, SaysWhatTheBaseIsWhereItHasAName) {
    Resolved unnamed = eight_gpus(160e6);
    unnamed.name = kUnnamedBase;
    const Answer base = answer(unnamed, defaults());
    Answer named = base;
    named.name = "gp2, 4 V100";
    const Answer disk = answer(eight_gpus(320e6), defaults());

    EXPECT_THAT(headline_text(disk, named), HasSubstr("99.9 % more than “gp2, 4 V100”."));
    EXPECT_THAT(headline_text(disk, base), HasSubstr("99.9 % more than the base."));
    EXPECT_THAT(headline_text(answer(eight_gpus(160e6), defaults()), named),
                HasSubstr("As fast as “gp2, 4 V100”."));
}

TEST(Headline, AnEstimateHasTwoDigits) {
    EXPECT_EQ(digits_of(model::Grade::C), 4);
    EXPECT_EQ(digits_of(model::Grade::D), 2);
    Answer estimate = answer(eight_gpus(123.4e6), defaults());
    estimate.graded.grade = model::Grade::D;

    EXPECT_THAT(headline_text(estimate, estimate), HasSubstr("\u2248 1\u202f200 images/s ("));
    EXPECT_THAT(headline_text(estimate, estimate, 4), HasSubstr("\u2248 1\u202f234 images/s ("));
    EXPECT_EQ(rate_words(34.56, 2), "35");
    EXPECT_EQ(rate_words(4321.0), "4\u202f321");
    EXPECT_EQ(rate_words(987654.0, 2), "990\u202f000");
}

TEST(Headline, WhatIsNotKnownIsAbsentWithItsReason) {
    Resolved scenario = eight_gpus(80e6);
    scenario.inputs.gpu_rate = model::kUnlimited;
    const Answer base = answer(scenario, defaults());

    const Headline said = headline(base, base);

    EXPECT_FALSE(said.gpu_idle_pct.value);
    EXPECT_EQ(said.gpu_idle_pct.absent, "no GPU rate is given");
    EXPECT_FALSE(said.usd_per_hour.value);
    EXPECT_EQ(said.usd_per_hour.absent, "no price is given");
    EXPECT_EQ(said.against_base_pct.absent, "this is the base");

    scenario.inputs.sto_usd_per_month = 73.0;
    const Answer disk = answer(scenario, defaults());
    EXPECT_NEAR(*headline(disk, disk).usd_per_hour.value, 0.1, 1e-3);

    scenario.inputs.usd_per_request = 1e-6;
    const Answer paid_by_request = answer(scenario, scenario);
    EXPECT_GT(*headline(paid_by_request, paid_by_request).usd_per_hour.value, 0.2);
    EXPECT_TRUE(headline(disk, disk).storage_price_only);

    scenario.inputs.sto_bw = model::kUnlimited;
    scenario.inputs.sto_latency_s = 0.0;
    const Answer unlimited = answer(scenario, defaults());
    EXPECT_EQ(headline(unlimited, base).images_per_s.absent, "nothing limits the rate");
}

// Goal: a slower disk that is not the limit does not cost some per cent without a reason. Method:
// storage far above the processor's rate, just above it, and behind a loop without threads.
TEST(Headline, SaysWhatAStageCostsThatIsNearlyAsSlow) {
    const auto said = [](double share, double threads) {
        Resolved scenario = defaults();
        scenario.inputs.threads = threads;
        scenario.inputs.image_bytes = 100e3;
        scenario.inputs.cpu_s_per_image = 4e-3;
        scenario.inputs.sto_latency_s = 0.0;
        const double processor = model::predict(scenario.inputs).rates.cpu();
        scenario.inputs.sto_bw = share * processor * 100e3;
        const Answer one = answer(scenario, defaults());
        EXPECT_EQ(one.prediction.bottleneck, model::Limit::Cpu) << share;
        return overlap_text(one);
    };
    const std::string near = said(1.04, 4.0);
    EXPECT_THAT(
        near,
        testing::StartsWith("Next comes the storage bandwidth, at 1.04 times the rate of "
                            "the CPU; as both vary, they wait for each other, which costs "))
        << near;
    EXPECT_EQ(said(10.0, 4.0), "");
    EXPECT_EQ(said(1.04, 0.0), "") << "nothing overlaps";
}

}  // namespace
}  // namespace throughline::whatif
