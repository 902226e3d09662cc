// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/presets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace throughline::ui {
namespace {

constexpr auto kFolder = "/data/photos";

TEST(Presets, EveryPresetIsValid) {
    for (const Preset preset : {Preset::Quick,
                                Preset::Standard,
                                Preset::ThreadSweep,
                                Preset::Ways,
                                Preset::NetworkRates,
                                Preset::Custom}) {
        for (const int cores : {1, 2, 8, 64, 256}) {
            const auto spec = presetSpec(preset, QLatin1String(kFolder), cores);
            const auto valid = spec::validate(spec);
            EXPECT_TRUE(valid) << describe(valid.error());
        }
    }
}

// Goal: one click measures what the cloud study shows first.
TEST(Presets, VolumesAreMeasuredInTurnsWithFourAndEightAccelerators) {
    const auto spec = presetSpec(Preset::Study, QLatin1String(kFolder), 2);
    EXPECT_TRUE(spec::validate(spec));
    const auto points = spec::expand(spec);
    ASSERT_EQ(points.size(), 6U);
    EXPECT_EQ(spec::text_of(points[0], "storage.volume"), "study-gp2");
    EXPECT_EQ(spec::integer_of(points[0], "consumer.accelerators"), 4);
    EXPECT_EQ(spec::text_of(points[5], "storage.volume"), "study-io1");
    EXPECT_EQ(spec::integer_of(points[5], "consumer.accelerators"), 8);
    EXPECT_EQ(spec::text_of(points[5], "repeat_order"), "rounds");
    EXPECT_NEAR(8.0 * 32.0 / spec::real_of(points[5], "consumer.batch_seconds"), 4200.0, 0.1);
    EXPECT_NEAR(4.0 * 32.0 / spec::real_of(points[0], "consumer.batch_seconds"), 2400.0, 0.1);
    EXPECT_LE(estimateOf(spec, 0).seconds, 150.0);
}

TEST(Presets, TakeAboutTheTimeTheySay) {
    const auto seconds = [](Preset preset, int cores) {
        return estimateOf(presetSpec(preset, QLatin1String(kFolder), cores), 0).seconds;
    };
    EXPECT_GE(seconds(Preset::Quick, 8), 40);
    EXPECT_LE(seconds(Preset::Quick, 8), 75);
    EXPECT_DOUBLE_EQ(seconds(Preset::NetworkRates, 8), kNetworkRatesSeconds);
    for (const int cores : {2, 4, 8}) {
        EXPECT_LE(seconds(Preset::Standard, cores), 400) << cores;
    }
}

TEST(Presets, QuickMeasuresEachStageAloneAndBothTogether) {
    const auto points = spec::expand(presetSpec(Preset::Quick, QLatin1String(kFolder), 4));
    std::vector<std::string> stages;
    for (const auto& point : points) {
        stages.push_back(spec::text_of(point, "stages"));
    }
    EXPECT_EQ(stages.size(), 3U);
    EXPECT_NE(std::find(stages.begin(), stages.end(), "storage"), stages.end());
    EXPECT_NE(std::find(stages.begin(), stages.end(), "decode"), stages.end());
    EXPECT_NE(std::find(stages.begin(), stages.end(), "full"), stages.end());
}

// Goal: one study compares the three ways epoch by epoch. Method: its points, in turn.
TEST(Presets, WaysMeasureACopyAStreamAndACacheInTurn) {
    const auto spec = presetSpec(Preset::Ways, QLatin1String(kFolder), 4);
    const auto points = spec::expand(spec);
    ASSERT_EQ(points.size(), 3U);
    const auto text = [&](int point, const char* key) { return spec::text_of(points[point], key); };
    EXPECT_EQ(text(0, "cache.kind"), "none");
    EXPECT_EQ(text(1, "cache.kind") + text(1, "cache.fill"), "diskreads");
    EXPECT_EQ(text(2, "cache.kind") + text(2, "cache.fill"), "diskbefore");
    for (const auto& point : points) {
        EXPECT_EQ(spec::text_of(point, "repeat_order"), "rounds");
        EXPECT_EQ(spec::integer_of(point, "epochs"), 3);
    }
    EXPECT_EQ(estimateOf(spec, 1e9).wholeEpochs, 27);
    EXPECT_DOUBLE_EQ(estimateOf(spec, 1e9).epochBytes, 27e9);
}

// Goal: the networks' ceilings, as the table of tests/gpu has them. Method: those that take images
// of the usual size, twice each, alone on the device.
TEST(Presets, NetworkRatesAreOfEachNetworkInBothPhases) {
    const auto spec = presetSpec(Preset::NetworkRates, QLatin1String(kFolder), 4);
    const auto points = spec::expand(spec);
    std::set<std::string> networks;
    for (const auto& point : points) {
        EXPECT_EQ(spec::text_of(point, "stages"), "consumer");
        EXPECT_EQ(spec::text_of(point, "consumer.kind"), "gpu");
        EXPECT_EQ(spec::integer_of(point, "batch.images"), 64);
        networks.insert(spec::text_of(point, "consumer.network"));
    }
    EXPECT_EQ(points.size(), 2 * networks.size());
    EXPECT_EQ(networks.size(), 10U);
    EXPECT_TRUE(networks.contains("resnet50_v1.5"));
    EXPECT_FALSE(networks.contains("inception_v3")) << "which takes larger images";
    EXPECT_FALSE(networks.contains("transfer"));
}

TEST(ThreadCounts, AllWhileTheyAreFew) {
    EXPECT_EQ(threadCounts(2, 4), (std::vector<std::int64_t>{1, 2, 3, 4}));
}

TEST(ThreadCounts, KeepCoresAndEndOnLargeMachines) {
    const auto counts = threadCounts(96, 192);
    EXPECT_LT(counts.size(), 20U);
    EXPECT_EQ(counts.front(), 1);
    EXPECT_EQ(counts.back(), 192);
    EXPECT_NE(std::find(counts.begin(), counts.end(), 96), counts.end());
}

TEST(Estimate, WholeEpochsCountTheirBytes) {
    auto spec = presetSpec(Preset::Custom, QLatin1String(kFolder), 2);
    spec.base["duration_seconds"] = 0.0;
    spec.base["repeats"] = std::int64_t{2};

    const Estimate estimate = estimateOf(spec, 5e9);

    EXPECT_EQ(estimate.wholeEpochs, 2);
    EXPECT_DOUBLE_EQ(estimate.epochBytes, 10e9);
}

TEST(Presets, WhereTheCoresAreNotKnownNoCardNamesThem) {
    for (const Preset preset : {Preset::Quick, Preset::Standard, Preset::ThreadSweep}) {
        const QString meaning = meaningOf(preset, 0);
        EXPECT_TRUE(std::ranges::none_of(meaning, [](QChar c) { return c.isDigit(); }))
            << meaning.toStdString();
        EXPECT_FALSE(meaning.isEmpty());
    }
}

}  // namespace
}  // namespace throughline::ui
