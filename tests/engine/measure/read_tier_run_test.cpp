// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/engine/measure/blocks_run.h"
#include "tests/engine/remote/lab_store.h"
#include "tests/engine/storage/temp_folder.h"

// Runs with a cache in front of an emulated store over a real file, of a real folder of pictures,
// and of the fault server of tests/lab.
namespace throughline::measure {
namespace {

using testing::HasSubstr;

constexpr double kData = 16.0 * 1048576.0;

class ReadTierRun : public BlocksRun {
protected:
    void SetUp() override {
        BlocksRun::SetUp();
        blocks_of(65536);
        set("storage.store=aws-s3:latency=2ms:requests=1000000");
        set("duration_seconds=0");
        set("epochs=3");
        set("cache.kind=disk");
        set("cache.path=" + cache_.path());
        set("cache.budget_bytes=0");
    }
    static double epoch(const record::RunData& run, const char* id, int number) {
        return metric(run, metrics::labelled(id, "epoch", std::to_string(number)).c_str());
    }
    std::string refusal() {
        const auto prepared = prepare_study(spec_, {});
        EXPECT_FALSE(prepared);
        return prepared ? "" : describe(prepared.error());
    }
    void expect_filled_once(const record::RunData& run) {
        EXPECT_EQ(run.status, record::RunStatus::Done);
        EXPECT_EQ(epoch(run, "epoch_fetched_bytes", 1), kData);
        EXPECT_EQ(epoch(run, "epoch_cache_bytes", 1), 0.0);
        EXPECT_EQ(epoch(run, "epoch_hit_share", 1), 0.0);
        for (const int number : {2, 3}) {
            EXPECT_EQ(epoch(run, "epoch_fetched_bytes", number), 0.0);
            EXPECT_EQ(epoch(run, "epoch_cache_bytes", number), kData);
            EXPECT_EQ(epoch(run, "epoch_hit_share", number), 100.0);
            EXPECT_EQ(epoch(run, "epoch_evictions", number), 0.0);
        }
        EXPECT_NEAR(metric(run, "cache_hit_share"), 200.0 / 3.0, 1e-9);
        EXPECT_EQ(metric(run, "cache_held_bytes"), kData);
        EXPECT_TRUE(std::filesystem::is_empty(cache_.path()));
    }

    storage::TempFolder cache_{storage::disk_for_tests()};
};

TEST_F(ReadTierRun, FillsInTheFirstEpochAndServesTheOthers) {
    const auto result = run();
    expect_filled_once(result);
    EXPECT_LT(epoch(result, "epoch_seconds", 2), epoch(result, "epoch_seconds", 1));
    EXPECT_NEAR(epoch(result, "time_to_epoch_end", 3),
                epoch(result, "epoch_seconds", 1) + epoch(result, "epoch_seconds", 2) +
                    epoch(result, "epoch_seconds", 3),
                1e-6);
    EXPECT_THAT(note_text(result, "cache.tier"), HasSubstr(cache_.path()));
    EXPECT_FALSE(result.metrics.contains("cache_served_share"));
    EXPECT_TRUE(result.absent.contains("cache_served_share"));
    EXPECT_FALSE(result.metrics.contains("sync_time"));
}

TEST_F(ReadTierRun, KeepsTheChunksOfStreamsInMemory) {
    set("cache.path=");
    set("cache.kind=memory");
    set("dataset.access=sequential");
    const auto result = run();
    expect_filled_once(result);
    EXPECT_THAT(result.absent.at("cache_served_share"), HasSubstr("cache in memory"));
}

TEST_F(ReadTierRun, CopiesFirstAndCountsTheCopyInTheTime) {
    set("cache.fill=before");
    const auto result = run();
    EXPECT_EQ(epoch(result, "epoch_hit_share", 1), 100.0);
    EXPECT_EQ(epoch(result, "epoch_fetched_bytes", 1), 0.0);
    EXPECT_EQ(metric(result, "http_requests_per_second"), 0.0);
    // 256 requests, 16 at a time, of 2 ms and more each.
    EXPECT_GT(metric(result, "sync_time"), 0.03);
    EXPECT_NEAR(epoch(result, "time_to_epoch_end", 1),
                metric(result, "sync_time") + epoch(result, "epoch_seconds", 1),
                1e-6);
}

// Goal: with room for half of it and a new order each epoch, keeping what came first hits half and
// letting go of what was used longest ago hits less (Mohan et al., VLDB 2021).
TEST_F(ReadTierRun, KeepingTheFirstHitsMoreThanTheLeastRecentlyUsed) {
    set("cache.budget_bytes=8MiB");
    set("repeat_order=rounds");
    sweep("cache.policy=keep,lru,fifo");
    const record::Study study = measure();
    ASSERT_EQ(study.runs.size(), 3U);
    EXPECT_EQ(epoch(study.runs[0], "epoch_hit_share", 3), 50.0);
    EXPECT_EQ(metric(study.runs[0], "cache_evictions"), 0.0);
    for (const int policy : {1, 2}) {
        EXPECT_LT(epoch(study.runs[policy], "epoch_hit_share", 3), 45.0);
        EXPECT_GT(epoch(study.runs[policy], "epoch_evictions", 3), 0.0);
    }
    for (const record::RunData& run : study.runs) {
        EXPECT_LE(metric(run, "cache_held_bytes"), kData / 2);
        EXPECT_EQ(epoch(run, "epoch_cache_bytes", 3) + epoch(run, "epoch_fetched_bytes", 3), kData);
    }
}

TEST_F(ReadTierRun, OfAWholePipelineTellsTheTimeToTheFirstBatchOfAllThreeWays) {
    set("dataset.path=" + images_.path());
    set("dataset.format=auto");
    set("stages=full");
    set("storage.store=aws-s3:latency=20ms");
    set("storage.queue_depth=4");
    set("cache.path=");
    sweep("cache.kind=none,disk,disk with cache.fill=reads,reads,before");
    const record::Study study = measure();
    ASSERT_EQ(study.runs.size(), 3U);
    const record::RunData& copied = study.runs[2];
    EXPECT_GT(metric(copied, "time_to_first_batch"), metric(copied, "sync_time"));
    EXPECT_LT(metric(study.runs[0], "time_to_first_batch"), metric(copied, "sync_time"));
    EXPECT_GT(epoch(study.runs[0], "epoch_fetched_bytes", 3), 0.0);
    for (const record::RunData& run : study.runs) {
        EXPECT_EQ(metric(run, "failed_images"), 0.0);
        EXPECT_GT(epoch(run, "time_to_epoch_end", 3), epoch(run, "time_to_epoch_end", 1));
    }
    EXPECT_LT(epoch(study.runs[1], "epoch_seconds", 3), epoch(study.runs[0], "epoch_seconds", 3));
}

TEST_F(ReadTierRun, IsRefusedWithTheWayOut) {
    set("cache.path=" + place_.file("missing"));
    EXPECT_THAT(refusal(), HasSubstr("make the cache in '" + place_.file("missing") + "'"));
    set("cache.path=" + cache_.path());
    set("cache.budget_bytes=1MiB");
    set("cache.fill=before");
    EXPECT_THAT(refusal(), HasSubstr("the data set takes 16.0 MiB and cache.budget_bytes is 1.00"));
    set("cache.policy=lru");
    EXPECT_THAT(refusal(), HasSubstr("cache.fill=before needs cache.policy=keep"));
    set("cache.fill=reads");
    set("storage.store=");
    set("storage.direct=false");
    set("storage.page_cache_bytes=48MiB");
    EXPECT_THAT(refusal(), HasSubstr("cannot be combined with storage.page_cache_bytes"));
    set("storage.page_cache_bytes=0");
    set("cache.kind=encoded");
    EXPECT_THAT(refusal(), HasSubstr("needs cache.kind=disk"));
}

TEST_F(ReadTierRun, AsksARealStoreForEachObjectOnce) {
    remote::LabStore lab({"--anonymous", "--faults", "slowdown=0.1,short=0.05"});
    std::filesystem::create_directories(lab.folder() + "/set");
    fixtures::write_jpegs(lab.folder() + "/set", 48);
    lab.start();
    set("dataset.path=s3://data/set");
    set("dataset.format=auto");
    set("storage.store=");
    set("storage.endpoint=" + lab.endpoint());
    set("storage.sign_in=anonymous");
    set("storage.slow_down_seconds=0.01");
    set("storage.retry_seconds=0.01");
    set("stages=full");
    const auto result = run();
    EXPECT_EQ(result.status, record::RunStatus::Done);
    EXPECT_EQ(metric(result, "failed_images"), 0.0);
    EXPECT_EQ(epoch(result, "epoch_hit_share", 2), 100.0);
    EXPECT_EQ(epoch(result, "epoch_fetched_bytes", 3), 0.0);
    const double seconds = 3.0 * metric(result, "epoch_time");
    EXPECT_NEAR(metric(result, "http_answers_per_second{answer=200}") * seconds, 48.0, 0.5);
}

// Goal: a store that fails each request ends the copy where it would end the run, and the store's
// own word is the reason. Method: 3,000 objects, of which the judge needs 1,000.
TEST_F(ReadTierRun, AStoreThatOnlyFailsEndsTheCopyBeforeItsEnd) {
    remote::LabStore lab({"--anonymous", "--faults", "internal=1.0"});
    for (int i = 0; i < 3000; ++i) {
        lab.put("set/" + std::to_string(i) + ".jpg", "x");
    }
    lab.start();
    set("dataset.path=s3://data/set");
    set("dataset.format=folder");
    set("storage.store=");
    set("storage.endpoint=" + lab.endpoint());
    set("storage.sign_in=anonymous");
    set("storage.retry_attempts=1");
    set("stages=full");
    set("cache.fill=before");
    const auto result = run();
    EXPECT_EQ(result.status, record::RunStatus::Failed);
    EXPECT_THAT(note_text(result, "run.failed"),
                testing::AllOf(HasSubstr("more than half of the images could not be read"),
                               HasSubstr("the store answered 500")));
    EXPECT_GE(lab.log().at("500"), 1000U);
    // A probe before the run may ask for each of these tiny objects once, too.
    EXPECT_LT(lab.log().at("500"), 5500U) << "each was tried by the copy";
}

}  // namespace
}  // namespace throughline::measure
