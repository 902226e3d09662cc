// SPDX-License-Identifier: Apache-2.0
// Caches, order, epochs and placement as settings of real studies.
#include <gtest/gtest.h>

#include "engine/dataset/tfrecord.h"
#include "engine/measure/point_options.h"
#include "engine/placement/binding.h"
#include "tests/engine/measure/run_study.h"

namespace throughline::measure {
namespace {

class FlowSettings : public RunStudy {
protected:
    Error refusal() {
        auto prepared = prepare_study(spec_, {});
        EXPECT_FALSE(prepared);
        return prepared ? Error{} : prepared.error();
    }
};

TEST_F(FlowSettings, EncodedCacheServesEveryEpochButTheFirst) {
    set("duration_seconds=0");
    set("epochs=8");
    set("cache.kind=encoded");
    const record::Study study = measure();
    const auto& run = study.runs[0];
    // Images of the second epoch that are asked for before the first one's read has come are read
    // twice: as many as the queue is deep at most.
    EXPECT_GE(metric(run, "cache_hit_share"), 100.0 * 6 / 8);
    EXPECT_LE(metric(run, "cache_hit_share"), 100.0 * 7 / 8);
    EXPECT_NEAR(metric(run, "images_per_second") * metric(run, "epoch_time"), 48.0, 0.01);
    EXPECT_TRUE(has_note(run, "cache.images"));
}

TEST_F(FlowSettings, WithoutACacheThereIsNoHitShare) {
    const record::Study study = measure();
    EXPECT_FALSE(study.runs[0].metrics.contains("cache_hit_share"));
}

TEST_F(FlowSettings, SeveralBufferedColdEpochsAreEvictedInBetween) {
    set("duration_seconds=0");
    set("epochs=3");
    set("storage.direct=false");
    set("pipeline.ordered=true");
    const record::Study study = measure();
    const auto& run = study.runs[0];
    EXPECT_EQ(run.status, record::RunStatus::Done);
    EXPECT_NEAR(metric(run, "images_per_second") * metric(run, "epoch_time"), 48.0, 0.01);
}

TEST_F(FlowSettings, MemoryOfTheCacheIsInThePlan) {
    auto without = prepare_study(spec_, {});
    ASSERT_TRUE(without);
    set("cache.kind=decoded");
    auto with = prepare_study(spec_, {});
    ASSERT_TRUE(with);
    EXPECT_EQ(with->plan.memory_bytes - without->plan.memory_bytes, 48U * 32 * 32 * 3);
}

TEST_F(FlowSettings, ShardsAreStreamedThroughAWindow) {
    const fixtures::TemporaryFolder shards;
    for (int shard = 0; shard < 3; ++shard) {
        std::vector<std::byte> bytes;
        for (int i = 0; i < 16; ++i) {
            const auto seed = static_cast<std::uint32_t>(1 + shard * 16 + i);
            dataset::append_tfrecord({.encoded = fixtures::make_jpeg({.seed = seed})}, bytes);
        }
        fixtures::write_bytes(shards.file("train-0000" + std::to_string(shard) + "-of-00003"),
                              bytes);
    }
    set("dataset.path=" + shards.path());
    set("dataset.access=sequential");
    set("dataset.shuffle_window=10");
    set("dataset.verify=true");
    set("duration_seconds=0");
    set("epochs=2");
    set("ceilings=true");
    const record::Study study = measure();
    ASSERT_EQ(study.runs.size(), 3U);
    for (const auto& run : study.runs) {
        EXPECT_EQ(run.status, record::RunStatus::Done);
        EXPECT_NEAR(metric(run, "images_per_second") * metric(run, "epoch_time"), 48.0, 0.01);
        EXPECT_EQ(metric(run, "failed_images"), 0.0);
    }
    EXPECT_GT(metric(study.runs[2], "cpu_seconds_per_image{stage=verify}"), 0.0);
}

TEST_F(FlowSettings, PlacementIsReportedAsTheKernelSaysIt) {
    set("placement.policy=apart");
    const record::Study study = measure();
    const std::string text = note_text(study.runs[0], "placement.facts");
    const auto cpus = placement::cpus_of_this_thread();
    if (cpus.size() == 2) {
        EXPECT_EQ(text,
                  "storage on processors " + std::to_string(cpus[0]) + "; decode on processors " +
                      std::to_string(cpus[1]) + "; consumer on processors " +
                      std::to_string(cpus[0]));
    }
    EXPECT_NE(text.find("storage on processors "), std::string::npos);
    EXPECT_EQ(text.find("not pinned"), std::string::npos);
    EXPECT_EQ(placement::cpus_of_this_thread(), cpus);  // the runner itself stays where it was
}

TEST_F(FlowSettings, WithoutAPolicyThreadsAreNotPinnedAndThatIsSaid) {
    const record::Study study = measure();
    EXPECT_NE(note_text(study.runs[0], "placement.facts").find("not pinned"), std::string::npos);
}

TEST_F(FlowSettings, WhatDoesNotGoTogetherIsRefusedBeforeMeasuring) {
    const std::vector<std::vector<std::string>> impossible = {
        {"dataset.shuffle_window=10"},
        {"dataset.access=sequential"},
        {"dataset.format=blocks"},
        {"dataset.access=sequential", "cache.kind=encoded"},
        {"cache.kind=decoded", "decode.mode=train"},
        {"dataset.access=sequential", "pipeline.ordered=true", "storage.threads=2"},
    };
    const auto before = spec_;
    for (const auto& assignments : impossible) {
        spec_ = before;
        for (const std::string& assignment : assignments) {
            set(assignment);
        }
        EXPECT_EQ(refusal().code, ErrorCode::Usage) << assignments.front();
    }
}

}  // namespace
}  // namespace throughline::measure
