// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/presets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace throughline::ui {
namespace {

constexpr auto kFolder = "/data/photos";

run::Study studyOf(const std::vector<run::Settings>& points, std::size_t done) {
    run::Study study;
    for (std::size_t i = 0; i < points.size() && i < done; ++i) {
        run::RunData run;
        run.started.settings = points[i];
        run.status = run::RunStatus::Done;
        study.runs.push_back(run);
    }
    return study;
}

TEST(Presets, EveryPresetIsValid) {
    for (const Preset preset :
         {Preset::Quick, Preset::Standard, Preset::ThreadSweep, Preset::Custom}) {
        for (const int cores : {1, 2, 8, 64, 256}) {
            const auto spec = presetSpec(preset, QLatin1String(kFolder), cores);
            const auto valid = run::validate(spec);
            EXPECT_TRUE(valid) << describe(valid.error());
        }
    }
}

TEST(Presets, TakeAboutTheTimeTheySay) {
    const auto seconds = [](Preset preset, int cores) {
        return estimateOf(presetSpec(preset, QLatin1String(kFolder), cores), 0).seconds;
    };
    EXPECT_GE(seconds(Preset::Quick, 8), 40);
    EXPECT_LE(seconds(Preset::Quick, 8), 75);
    for (const int cores : {2, 4, 8}) {
        EXPECT_LE(seconds(Preset::Standard, cores), 400) << cores;
    }
}

TEST(Presets, QuickMeasuresEachStageAloneAndBothTogether) {
    const auto points = run::expand(presetSpec(Preset::Quick, QLatin1String(kFolder), 4));
    std::vector<std::string> stages;
    for (const auto& point : points) {
        stages.push_back(run::text_of(point, "stages"));
    }
    EXPECT_EQ(stages.size(), 3U);
    EXPECT_NE(std::find(stages.begin(), stages.end(), "storage"), stages.end());
    EXPECT_NE(std::find(stages.begin(), stages.end(), "decode"), stages.end());
    EXPECT_NE(std::find(stages.begin(), stages.end(), "full"), stages.end());
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

TEST(MissingPoints, NothingWhenAllAreDone) {
    const auto spec = presetSpec(Preset::ThreadSweep, QLatin1String(kFolder), 2);
    const auto points = run::expand(spec);
    EXPECT_TRUE(missingPoints(spec, studyOf(points, points.size())).empty());
}

// What a run fills in by itself makes it no other point.
TEST(MissingPoints, NumbersThatARunFoundDoNotCount) {
    auto spec = presetSpec(Preset::Custom, QLatin1String(kFolder), 2);
    spec.base["consumer.kind"] = std::string("gpu");
    spec.base["consumer.network"] = std::string("vgg16");
    spec.base["batch.images"] = std::int64_t{0};
    auto points = run::expand(spec);
    points[0]["batch.images"] = std::int64_t{384};
    EXPECT_TRUE(missingPoints(spec, studyOf(points, points.size())).empty());
    spec.base["batch.images"] = std::int64_t{64};
    EXPECT_EQ(missingPoints(spec, studyOf(points, points.size())).size(), 1U);

    spec.base["consumer.kind"] = std::string("paced");
    spec.base["consumer.preset"] = std::string("some-figure");
    points = run::expand(spec);
    points[0]["consumer.batch_seconds"] = 0.25;
    EXPECT_TRUE(missingPoints(spec, studyOf(points, points.size())).empty());
}

TEST(MissingPoints, MakeAStudyOfExactlyThose) {
    const auto spec = presetSpec(Preset::ThreadSweep, QLatin1String(kFolder), 2);
    const auto points = run::expand(spec);
    const auto missing = missingPoints(spec, studyOf(points, points.size() - 3));
    ASSERT_EQ(missing.size(), 3U);

    const auto rest = specOfPoints(spec, missing);

    const auto valid = run::validate(rest);
    ASSERT_TRUE(valid) << describe(valid.error());
    std::set<std::int64_t> threads;
    for (const auto& point : run::expand(rest)) {
        if (run::text_of(point, "stages") == "full") {
            threads.insert(run::integer_of(point, "decode.threads"));
        }
    }
    for (const auto& point : missing) {
        if (run::text_of(point, "stages") == "full") {
            EXPECT_TRUE(threads.contains(run::integer_of(point, "decode.threads")));
        }
    }
    EXPECT_FALSE(threads.contains(1));
}

// A point without a GPU keeps nothing of the one with a GPU that was measured.
TEST(MissingPoints, KeepNothingThatNoneOfThemReads) {
    auto spec = presetSpec(Preset::Custom, QLatin1String(kFolder), 2);
    spec.base["consumer.network"] = std::string("trivial");
    spec.base["consumer.transfer"] = std::string("pageable");
    spec.sweep.push_back(
        {.key = "consumer.kind", .values = {std::string("gpu"), std::string("null")}});
    const auto points = run::expand(spec);
    const auto rest = specOfPoints(spec, missingPoints(spec, studyOf(points, 1)));
    const auto valid = run::validate(rest);
    EXPECT_TRUE(valid) << describe(valid.error());
}

TEST(Estimate, WholeEpochsCountTheirBytes) {
    auto spec = presetSpec(Preset::Custom, QLatin1String(kFolder), 2);
    spec.base["duration_seconds"] = 0.0;
    spec.base["repeats"] = std::int64_t{2};

    const Estimate estimate = estimateOf(spec, 5e9);

    EXPECT_EQ(estimate.wholeEpochs, 2);
    EXPECT_DOUBLE_EQ(estimate.epochBytes, 10e9);
}

}  // namespace
}  // namespace throughline::ui
