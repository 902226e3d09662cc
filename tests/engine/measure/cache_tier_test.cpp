// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/storage/cache_group.h"
#include "tests/engine/measure/run_study.h"

// Runs whose page cache has a budget, by a real memory control group where one can be made.
namespace throughline::measure {
namespace {

using testing::HasSubstr;

constexpr double kMiB = 1048576.0;

class CacheTierRun : public RunStudy {
protected:
    void SetUp() override {
        RunStudy::SetUp();
        set("dataset.format=blocks");
        set("dataset.block_bytes=65536");
        set("stages=storage");
        set("warmup_seconds=0");
        set("duration_seconds=3");
        set("storage.direct=false");
        set("storage.fadvise=random");  // without read-ahead, which fetches what nobody asked for
    }

    void data_of(std::size_t mib) {
        const std::string file = place_.file("blocks");
        std::ofstream(file) << std::string(mib << 20U, 'x');
        set("dataset.path=" + file);
    }
    static double epoch(const record::RunData& run, const char* id, int number) {
        return metric(run, metrics::labelled(id, "epoch", std::to_string(number)).c_str());
    }
    /// Why no budget can be kept here; "": it can.
    std::string refusal() {
        const auto prepared = prepare_study(spec_, {});
        return prepared ? "" : describe(prepared.error());
    }
};

TEST_F(CacheTierRun, FillsInTheFirstEpochWhatServesTheNext) {
    data_of(24);
    set("storage.page_cache_bytes=48MiB");
    if (const std::string reason = refusal(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    const record::Study study = measure();
    const record::RunData& run = study.runs.front();
    if (run.absent.contains("epoch_fetched_bytes{epoch=1}")) {
        GTEST_SKIP() << run.absent.at("epoch_fetched_bytes{epoch=1}");
    }
    EXPECT_TRUE(has_note(run, "cache.cold"));
    EXPECT_TRUE(has_note(run, "cache.budget"));
    EXPECT_GE(epoch(run, "epoch_fetched_bytes", 1), 23.0 * kMiB);
    EXPECT_LE(epoch(run, "epoch_cache_bytes", 1), 1.0 * kMiB);
    EXPECT_LE(epoch(run, "epoch_fetched_bytes", 2), 1.0 * kMiB);
    EXPECT_GE(epoch(run, "epoch_cache_bytes", 2), 23.0 * kMiB);
    EXPECT_GT(epoch(run, "epoch_images_per_second", 2), 0.0);
    EXPECT_GE(metric(run, "page_cache_held_bytes"), 23.0 * kMiB);
    EXPECT_TRUE(run.samples.back().metrics.contains("page_cache_held_bytes"));
}

TEST_F(CacheTierRun, HoldsNoMoreThanItsBudgetOfALargerDataSet) {
    data_of(128);
    set("storage.page_cache_bytes=32MiB");
    if (const std::string reason = refusal(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    const record::Study study = measure();
    const record::RunData& run = study.runs.front();
    if (run.absent.contains("cache_served_share")) {
        GTEST_SKIP() << run.absent.at("cache_served_share");
    }
    EXPECT_LE(metric(run, "page_cache_held_bytes"), 36.0 * kMiB);
    EXPECT_LT(metric(run, "cache_served_share"), 50.0) << "a quarter fits";
    const auto place = storage::group_place();
    ASSERT_TRUE(place);
    for (const auto& entry : std::filesystem::directory_iterator(place->folder)) {
        EXPECT_THAT(entry.path().string(), testing::Not(HasSubstr("throughline-cache-")));
    }
}

TEST_F(CacheTierRun, IsRefusedWhereReadsPassTheCacheOrItIsTooSmall) {
    data_of(1);
    set("storage.page_cache_bytes=48MiB");
    set("storage.direct=true");
    EXPECT_THAT(refusal(), HasSubstr("needs storage.direct=false"));
    set("storage.direct=false");
    set("storage.page_cache_bytes=16MiB");
    EXPECT_THAT(refusal(), HasSubstr("at least 33554432"));
}

}  // namespace
}  // namespace throughline::measure
